import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { getDossier } from '@almanac/contract';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, ROOT } from '../../../test/docs-pages.ts';
import { createClient } from '../../client/src/index.ts';
import { type CveApp, openCveApp } from './support/cve-app.ts';
import { IDS } from './support/cve-world.ts';

let world: CveApp;
let api: string;
beforeAll(async () => {
  world = await openCveApp({ siteUrl: 'http://localhost' });
  api = `${world.app.url}/api/v1`;
});
afterAll(() => world[Symbol.asyncDispose]());

describe('the same question', () => {
  it('has the same answer through REST, the client, the command line and an agent’s tool', async () => {
    const id = IDS.published;
    const rest: unknown = await (await fetch(`${api}/cve/${id}/dossier`)).json();
    const byClient = await createClient({ baseUrl: api }).call(getDossier, { params: { id } });
    const byCommand = await run('node', [...SOURCE, 'packages/cli/src/bin.ts', 'dossier', id, '--json']);
    const agent = new Client({ name: 'test', version: '1' });
    await agent.connect(new StreamableHTTPClientTransport(new URL('/mcp', world.app.url)));
    const byAgent = await agent.callTool({
      name: 'lookup_cve_dossier',
      arguments: { cve_id: id, detail: 'full' },
    });
    await agent.close();

    const expected = lasting(rest);
    expect(lasting(byClient)).toEqual(expected);
    expect(lasting(JSON.parse(byCommand.out))).toEqual(expected);
    expect(lasting((byAgent.structuredContent as { answer: unknown }).answer)).toEqual(expected);
  });
});

describe('the quick starts', () => {
  it('of the client runs as docs/client.md shows it', async () => {
    const example = blocksOf('docs/client.md').find(({ language }) => language === 'ts');
    // Where the names of packages are found, and types are stripped.
    mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
    const folder = mkdtempSync(path.join(ROOT, '.cache/client-example-'));
    const file = path.join(folder, 'example.ts');
    writeFileSync(file, example?.code ?? '');

    const { code, out, err } = await run('node', [...SOURCE, file]);
    rmSync(folder, { recursive: true });

    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^CVE-\d{4}-\d+ /m);
    expect(out).toContain('pkg:npm/lodash@4.17.20 unknown');
  });

  it('of the command line run as the README shows them', async () => {
    const commands = blocksOf('README.md').find(({ code }) => code.includes('npm run --silent almanac'))?.code ?? '';

    for (const line of commands.trim().split('\n')) {
      const { code, err } = await run('bash', ['-c', line]);
      // 3: something is not known, which is so in a world of a dozen records.
      expect([line, code === 0 || code === 3, code === 0 || code === 3 ? '' : err]).toEqual([line, true, '']);
    }
  });
});

const SOURCE = ['--conditions=@almanac/source'];

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function run(command: string, args: readonly string[]): Promise<Ended> {
  const env = {
    PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: process.env['HOME'],
    ALMANAC_API: api,
    NO_COLOR: '1',
  };
  const child = spawn(command, args, { cwd: ROOT, env });
  const written = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => {
    written.out += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    written.err += text.toString();
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...written })));
}

/** Without the moment at which each was answered. */
function lasting(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'timestamp' ? undefined : value)));
}
