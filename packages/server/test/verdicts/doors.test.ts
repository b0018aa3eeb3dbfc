import { spawn } from 'node:child_process';
import path from 'node:path';
import { getDossier } from '@almanac/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../../../test/docs-pages.ts';
import { createClient } from '../../../client/src/index.ts';
import { agentOverHttp } from '../support/agent.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { IDS } from '../support/worlds/cve-world.ts';

let world: CveApp;
let api: string;
beforeAll(async () => {
  world = await openCveApp({ siteUrl: 'http://localhost' });
  api = `${world.app.url}/api/v1`;
});
afterAll(() => world[Symbol.asyncDispose]());

it('the same question has the same answer through REST, the client, the command line and an agent’s tool', async () => {
  const id = IDS.published;
  const rest: unknown = await (await fetch(`${api}/cve/${id}/dossier`)).json();
  const byClient = await createClient({ baseUrl: api }).call(getDossier, { params: { id } });
  const byCommand = await run('node', [...SOURCE, 'packages/cli/src/bin.ts', 'dossier', id, '--json']);
  const agent = await agentOverHttp(new URL('/mcp', world.app.url));
  const byAgent = await agent.callTool({
    name: 'lookup_cve_dossier',
    arguments: { cve_id: id, detail: 'full' },
  });
  await agent.close();

  const expected = lasting(rest);
  expect(lasting(byClient)).toEqual(expected);
  expect(lasting(JSON.parse(byCommand.out))).toEqual(expected);
  expect(lasting(byAgent.structuredContent)).toMatchObject(expected as object);
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
