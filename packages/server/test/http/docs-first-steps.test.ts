import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSelection, UNKNOWN_REASONS } from '@almanac/core/matching';
import { famousSelection, famousWorld, TWINS } from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { commandLines, programsIn } from '../../../../test/docs-installed.ts';
import { blocksOf, ROOT, readPage } from '../../../../test/docs-pages.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { watch } from '../support/processes/watched.ts';

const PAGE = 'docs/first-steps.md';
const DEMO = 'http://127.0.0.1:8080';
const { notice: NOTICE, wholePackages } = famousSelection();

/** Commands whose answer the page shows right below them, and commands alone. */
const blocks = blocksOf(PAGE);
const commands = commandLines([PAGE]).map(({ line, code }) => {
  const next = blocks[blocks.findIndex((block) => block.code.trim() === line) + 1];
  return { command: line, code, answer: next?.language === 'json' ? next.code : null };
});

const absent = ['curl', 'jq'].filter((tool) => spawnSync(tool, ['--version']).status !== 0);
if (absent.length > 0) console.log(`Skipping examples of ${PAGE} that need ${absent.join(' and ')}, which is absent.`);
const isRunnable = ({ command }: { command: string }) => !absent.some((tool) => command.includes(`${tool} `));

let database: TestDatabase;
let app: TestApp;
let programs: string;
/** What the demo reads about packages, read once. */
beforeAll(async () => {
  const run = (file: string) => `node --conditions=@almanac/source '${path.join(ROOT, 'packages', file)}'`;
  programs = programsIn(mkdtempSync(path.join(tmpdir(), 'almanac-programs-')), {
    cli: run('cli/src/bin.ts'),
    mcp: run('mcp/src/bin.ts'),
  });
  database = await createTestDatabase();
  for (const id of ['cve_list_v5', 'osv', 'advisory', 'nvd'] as const) {
    await using source = await watch(database, TWINS[id].define(famousWorld), id, (url) => addressAt(id, url));
    await source.run();
  }
  app = await testApp({
    databaseUrl: database.url,
    routes: ROUTES,
    now: () => Date.parse('2026-09-15T09:31:00Z'),
    selection: openSelection(NOTICE, wholePackages),
  });
});
afterAll(async () => {
  rmSync(programs, { recursive: true });
  await app.close();
  await database.close();
});

describe(PAGE, () => {
  it.each(commands.filter(isRunnable))('$command', async ({ command, code, answer }) => {
    const { code: ended, out, err } = await run(command);

    // The command line ends with what the data is.
    expect([ended, err]).toEqual([code, command.startsWith('almanac ') ? `${NOTICE}\n` : '']);
    if (answer !== null) expect(JSON.parse(out)).toMatchObject(JSON.parse(answer) as object);
    else if (command.includes('jq'))
      expect(JSON.parse(out)).toMatchObject({ asOf: expect.any(String), coverage: STATES });
    else expect(out).toMatch(command.includes('dossier') ? /^disagreement +severity:/m : /No version was given/);
  });

  it('shows answers to most of its questions', () => {
    expect(commands.filter(({ answer }) => answer !== null).length).toBeGreaterThan(4);
  });

  it('names every state of a source, and every reason for not knowing', () => {
    const page = readPage(PAGE);

    for (const state of ['ok', 'stale', 'unreachable', 'disabled', 'not_configured', 'not_covered'])
      expect(page).toContain(`| \`${state}\``);
    for (const [reason] of UNKNOWN_REASONS) expect(page).toContain(`| \`${reason}\``);
  });
});

const STATES = expect.arrayContaining([expect.objectContaining({ source: 'osv', state: 'ok' })]) as unknown;

/** As it is typed, but to this installation. */
function run(command: string): Promise<{ code: number | null; out: string; err: string }> {
  const env = {
    PATH: `${programs}:${path.dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: process.env['HOME'],
    ALMANAC_API: `${app.url}/api/v1`,
    NO_COLOR: '1',
  };
  const child = spawn('bash', ['-o', 'pipefail', '-c', command.replaceAll(DEMO, app.url)], { cwd: ROOT, env });
  const written = { out: '', err: '' };
  child.stdout.on('data', (text: Buffer) => {
    written.out += text.toString();
  });
  child.stderr.on('data', (text: Buffer) => {
    written.err += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...written }));
  });
}
