import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { getDossier, getPurl, getSearch, getSources, getVulns } from '@almanac/contract';
import { Client, type ContentBlock, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client as Almanac, AlmanacError, createClient } from '../../../client/src/index.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';
import { byId, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const FOUND = 'CVE-2026-20001';
const PURL = 'pkg:npm/left@1.3.0';

let world: CveApp;
let api: string;
let client: Almanac;
let agent: Client;
beforeAll(async () => {
  world = await openCveApp({ siteUrl: 'http://localhost' }, async (db) => {
    await fillCveWorld(db);
    const left = osvSays('GHSA-left-left-0001', [{ ecosystem: 'npm', name: 'left', fixed: '1.4.0' }], {
      aliases: [FOUND],
    });
    await projectionStore(db).put('osv', byId(left), SEEN);
    await wasRead(db, 'osv');
  });
  api = `${world.app.url}/api/v1`;
  client = createClient({ baseUrl: api, retries: 0 });
  agent = new Client({ name: 'test', version: '1' });
  await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', world.app.url)));
});
afterAll(async () => {
  await agent.close();
  await world[Symbol.asyncDispose]();
});

/** One question as it is asked at each door. */
interface Question {
  readonly address: string;
  readonly call: () => Promise<unknown>;
  readonly command: readonly string[];
  readonly tool: readonly [name: string, args: Readonly<Record<string, unknown>>];
}

const ANSWERED: readonly (readonly [string, Question])[] = [
  [
    'a search',
    {
      address: '/search?q=paths&severity=critical&limit=5',
      call: () => client.call(getSearch, { query: { q: 'paths', severity: 'critical', limit: 5 } }),
      command: ['search', 'paths', '--severity', 'critical', '--limit', '5'],
      tool: ['search_cves', { query: 'paths', severity: 'critical', limit: 5 }],
    },
  ],
  [
    'a package URL',
    {
      address: `/purl/${encodeURIComponent(PURL)}`,
      call: () => client.call(getPurl, { params: { purl: PURL } }),
      command: ['package', PURL],
      tool: ['explain_match', { cve_id: FOUND, purl: PURL }],
    },
  ],
  [
    'a package by its name',
    {
      address: '/vulns/left?version=1.4.0',
      call: () => client.call(getVulns, { params: { package: 'left' }, query: { version: '1.4.0' } }),
      command: ['package', 'left', '--version', '1.4.0'],
      tool: ['check_package', { package: 'left', version: '1.4.0' }],
    },
  ],
  [
    'a package that nobody knows',
    {
      address: '/vulns/never-heard-of?version=1',
      call: () => client.call(getVulns, { params: { package: 'never-heard-of' }, query: { version: '1' } }),
      command: ['package', 'never-heard-of', '--version', '1'],
      tool: ['check_package', { package: 'never-heard-of', version: '1' }],
    },
  ],
  [
    'the sources',
    {
      address: '/sources',
      call: () => client.call(getSources, {}),
      command: ['status'],
      tool: ['source_status', {}],
    },
  ],
];

const REFUSED: readonly (readonly [string, string, Question])[] = [
  ['a CVE that nobody knows', 'CVE_UNKNOWN', dossierOf(IDS.unknown)],
  ['an id that is none', 'CVE_INVALID_ID', dossierOf('CVE-1')],
];

function dossierOf(id: string): Question {
  return {
    address: `/cve/${id}/dossier`,
    call: () => client.call(getDossier, { params: { id } }),
    command: ['dossier', id],
    tool: ['lookup_cve_dossier', { cve_id: id }],
  };
}

describe('through REST, the client, the command line and an agent’s tool', () => {
  it.each(ANSWERED)('%s has the same answer', async (_, { address, call, command, tool: [name, args] }) => {
    const { body } = await world.app.get(`/api/v1${address}`);

    const byClient = await call();
    const byCommand = await almanac([...command, '--json']);
    const byAgent = await agent.callTool({ name, arguments: { ...args, detail: 'full' } });

    const expected = lasting(body);
    expect(lasting(byClient)).toEqual(expected);
    expect(lasting(JSON.parse(byCommand.out))).toEqual(expected);
    expect(lasting((byAgent.structuredContent as { answer: unknown }).answer)).toEqual(expected);
  });

  it.each(REFUSED)('%s is refused with %s', async (_, code, { address, call, command, tool: [name, args] }) => {
    const { body } = await world.app.get(`/api/v1${address}`);

    const byClient = await call().catch((error: unknown) => error);
    const byCommand = await almanac(command);
    const byAgent = await agent.callTool({ name, arguments: args });

    expect(body['code']).toBe(code);
    expect(byClient).toBeInstanceOf(AlmanacError);
    expect(byClient).toMatchObject({ code, message: body['error'] });
    expect(byCommand.err).toContain(`almanac: ${body['error']} (${code})\n`);
    expect(JSON.parse(textOf(byAgent.content)).error).toMatchObject({ code, message: body['error'] });
  });
});

const bin = path.resolve(import.meta.dirname, '../../../cli/src/bin.ts');

async function almanac(args: readonly string[]): Promise<{ out: string; err: string }> {
  const child = spawn(process.execPath, ['--conditions=@almanac/source', bin, ...args], {
    env: { PATH: process.env['PATH'], HOME: '/nonexistent', ALMANAC_API: api },
  });
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    written.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    written.err += text;
  });
  await once(child, 'close');
  return written;
}

function textOf([first]: readonly ContentBlock[]): string {
  return first?.type === 'text' ? first.text : '';
}

/** Without the moment at which each was answered. */
function lasting(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'timestamp' ? undefined : value)));
}
