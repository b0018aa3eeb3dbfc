import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getSearch } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { almanac } from './support/command-line.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-completion-'));
  await writeFile(path.join(folder, 'my bom.json'), '{}');
});
afterAll(() => rm(folder, { recursive: true }));

/** The words of a command line, the last one not yet written in full, and what is offered for it. */
const OFFERED: readonly (readonly [words: readonly string[], offered: readonly string[]])[] = [
  [['sc'], ['scan']],
  [
    ['scan', '--f'],
    ['--fail-on', '--format'],
  ],
  [
    ['scan', '--format', 'g'],
    ['github', 'gitlab'],
  ],
  [['plan', '--format', 'c'], ['commands']],
  [
    ['pr', '--fail-on', ''],
    ['error', 'warning'],
  ],
  [['pr', 'v'], ['validate']],
  [['plan', 'my'], ['my bom.json']],
  [['scan', '--decisions-from', 'my'], ['my bom.json']],
  [['decide', '--status', 'f'], ['fixed']],
  [['decide', '--justification', 'c'], ['component_not_present']],
  [
    ['scan', '--fail-on', ''],
    ['critical', 'epss=0.1', 'high', 'kev', 'low', 'medium'],
  ],
  [['scan', 'my'], ['my bom.json']],
  [['scan', '--output', 'my'], ['my bom.json']],
  [
    ['search', '--severity', ''],
    ['critical', 'high', 'low', 'medium', 'unknown'],
  ],
  [['search', '--sort', 'd'], ['date']],
  [['--api', 'https://almanac.example', 'st'], ['status']],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['help', 'sc'], ['scan']],
  [['cve', ''], []],
];

async function script(shell: string): Promise<string> {
  const { code, out } = await almanac(['completion', shell]);
  expect(code).toBe(0);
  return out;
}

describe('the script for bash', () => {
  it.each(OFFERED)('offers for %j: %j', async (words, offered) => {
    const asked = 'COMP_WORDS=(almanac "$@"); COMP_CWORD=$#; _almanac; printf "%s\\n" "${COMPREPLY[@]}"';

    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${await script('bash')}${asked}`, '-', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });

    expect([stderr, stdout.split('\n').filter(Boolean).toSorted()]).toEqual(['', offered]);
  });
});

/** Where they are installed. */
const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

describe.skipIf(!has('fish'))('the script for fish', () => {
  it.each(OFFERED)('offers for %j: %j', async (words, offered) => {
    const line = ['almanac', ...words].join(' ');

    const { stdout, stderr } = spawnSync(
      'fish',
      ['--no-config', '-c', `${await script('fish')}complete -C '${line}'`],
      { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], HOME: folder } },
    );

    const shown = stdout.split('\n').map((each) => each.split('\t')[0]?.replaceAll('\\', '') ?? '');
    expect([stderr, shown.filter(Boolean).toSorted()]).toEqual(['', offered]);
  });
});

it.skipIf(!has('zsh'))('the script for zsh is one', async () => {
  const { status, stderr } = spawnSync('zsh', ['-n'], { input: await script('zsh'), encoding: 'utf8' });

  expect([status, stderr]).toEqual([0, '']);
});

it.each(['bash', 'zsh', 'fish'])('the script for %s names every command', async (shell) => {
  const text = await script(shell);

  for (const command of ['scan', 'cve', 'login', 'completion', 'help']) expect(text).toContain(command);
});

it('what the command line lets through is what the API takes', async () => {
  const { severity, sort } = getSearch.query.shape;
  const { out } = await almanac(['help', 'search']);
  const choices = [...out.matchAll(/--(\w+) <\w+> +[^(]*\(choices:\s+([^)]*)\)/g)].map(([, name, words = '']) => [
    name,
    [...words.matchAll(/"(\w+)"/g)].map(([, word]) => word),
  ]);

  const taken = Object.fromEntries(choices) as Record<string, string[]>;
  for (const word of taken['severity'] ?? []) expect(severity.safeParse(word).success).toBe(true);
  for (const word of taken['sort'] ?? []) expect(sort.safeParse(word).success).toBe(true);
  expect(Object.values(taken).map(({ length }) => length)).toEqual([5, 3]);
});
