import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prFix } from '../../server/src/http/routes/tracker/pr-fix.ts';
import { prValidate } from '../../server/src/http/routes/tracker/pr-validate.ts';
import { type PullCase, pullCases } from '../../server/test/support/pull-requests/cases.ts';
import { fillPullWorld } from '../../server/test/support/pull-requests/world.ts';
import { openPackageApp, type PackageApp, wasRead } from '../../server/test/support/worlds/package-world.ts';
import { almanac } from './support/command-line.ts';
import { SOURCES } from './support/world.ts';

const CASES = pullCases();
let world: PackageApp;
let folder: string;
beforeAll(async () => {
  world = await openPackageApp(
    [prValidate, prFix],
    async (store, db) => {
      await fillPullWorld(store, db);
      for (const source of SOURCES) await wasRead(db, source);
    },
    { settings: { rates: { ...RATES, general: 10_000 }, deadlineMs: 60_000 } },
  );
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-pr-'));
  for (const { name, diff } of CASES) await writeFile(path.join(folder, `${name}.diff`), diff);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ask = (args: readonly string[], from = folder) =>
  almanac(['pr', ...args], {
    environment: { ALMANAC_API: `${world.app.url}/api/v1`, PATH: process.env['PATH'] ?? '' },
    folder: from,
  });

function named(ending: string): PullCase {
  const found = CASES.find(({ name }) => name.endsWith(ending));
  if (found === undefined) throw new Error(ending);
  return found;
}

/** The arguments that say of a pull request what a case says. */
function argsOf({ name, title, body, base, labels }: PullCase): string[] {
  return [
    `${name}.diff`,
    ...(title === undefined ? [] : ['--title', title]),
    ...(body === undefined ? [] : ['--body', body]),
    ...(base === undefined ? [] : ['--base', base]),
    ...labels.flatMap((label) => ['--label', label]),
  ];
}

describe('almanac pr validate ends with', () => {
  it.each([
    ['1 where an error is found', '-newly-affected', [], 1, /^error pkgs\S+tide\S+:9 newly-affected$/m],
    ['0 where a vulnerability stays', '-still-affected', [], 0, /^warning pkgs\S+harbour\S+:9 still-affected$/m],
    ['0 where nothing is', '-clean-security-bump', [], 0, /^0 errors, 0 warnings in 1 package of 1 file$/m],
    ['0 where there are warnings alone', '-title-prose', [], 0, /^warning \S+ title-form$/m],
    ['1 where these count', '-title-prose', ['--fail-on', 'warning'], 1, /title-form/],
    [
      '3 where a version is not shown',
      '-clean-description',
      [],
      3,
      /unknown: harbour: the diff does not show its version/,
    ],
    ['0 where that is allowed', '-clean-description', ['--allow-unknown=not_covered'], 0, /0 errors/],
  ])('%s', async (_name, ending, options, code, words) => {
    const ended = await ask(['validate', ...argsOf(named(ending)), ...options]);

    expect(ended.code).toBe(code);
    expect(ended.out).toMatch(words);
  });

  it.each([
    ['a file that is missing', ['validate', 'none.diff'], /none\.diff: /],
    ['what is no diff', ['validate', '/dev/null'], /not a file|is empty/],
    ['an action that is none', ['approve'], /Allowed choices are validate, fix/],
    ['a format of the other one', ['validate', '--format', 'diff'], /does not support --format diff/],
    ['a branch that is an option', ['validate', '--base=--output=x'], /\./],
    ['a folder without a repository', ['validate'], /git diff failed/],
  ])('2 for %s', async (_name, args, words) => {
    const { code, err } = await ask(args);

    expect(code).toBe(2);
    expect(err).toMatch(words);
  });
});

describe('the same question gives the same as REST', () => {
  const { name, title, base, diff } = named('-still-affected');
  const args = [`${name}.diff`, '--title', title ?? '', '--base', base ?? 'master'];
  const post = async (address: string) => {
    const response = await fetch(`${world.app.url}/api/v1${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ diff, title, base: base ?? 'master', labels: [] }),
    });
    return (await response.json()) as { data?: { diff: string } };
  };

  it.each([
    ['validate', ['--json'], '/pr/validate'],
    ['validate', ['--format', 'sarif'], '/pr/validate?format=sarif'],
    ['fix', ['--format', 'json'], '/pr/fix'],
  ])('%s %j', async (action, options, address) => {
    const body = await post(address);

    const { out } = await ask([action, ...args, ...options]);

    expect(JSON.parse(out)).toEqual(body);
  });

  it('and the diff alone, byte by byte', async () => {
    const { data } = await post('/pr/fix');

    const { out } = await ask(['fix', ...args, '--format', 'diff']);

    expect(out).toBe(data?.diff);
  });
});

describe('almanac pr fix', () => {
  it('ends with 0 where a diff or a text fixes everything, and shows them', async () => {
    const { code, out } = await ask(['fix', ...argsOf(named('-still-affected'))]);

    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}fix with the diff below: /m);
    expect(out).toMatch(/^\+ {2}version = "3\.6\.0";$/m);
    expect(out).toMatch(/^Title: harbour: 3\.5\.1 -> 3\.6\.0$/m);
  });

  it('ends with 1 where something is fixed by hand', async () => {
    const one = CASES.find(({ unmended, finds }) => unmended.some((rule) => finds.includes(`${rule} error`)));
    if (one === undefined) throw new Error('there is no such case');

    const { code, out } = await ask(['fix', ...argsOf(one)]);

    expect(code).toBe(1);
    expect(out).toMatch(/fix manually: /);
  });
});

it('without a file, takes what git shows since the branch, and the words of the commit', async () => {
  const root = path.join(folder, 'repository');
  const file = 'pkgs/by-name/ha/harbour/package.nix';
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@almanac.example', ...args], { cwd: root });
  const write = (version: string) =>
    writeFile(
      path.join(root, file),
      `{ fetchurl }:\n{\n  pname = "harbour";\n  version = "${version}";\n  src = fetchurl {\n    hash = "sha256-${version}";\n  };\n}\n`,
    );
  await mkdir(path.join(root, path.dirname(file)), { recursive: true });
  git('init', '--initial-branch=master');
  await write('3.5.1');
  git('add', '.');
  git('commit', '--message=base');
  git('checkout', '-b', 'update');

  const nothing = await ask(['validate'], root);
  await write('3.5.2');
  git('commit', '--all', '--message=Update harbour');
  const found = await ask(['validate', '--fail-on', 'warning'], root);
  await write('3.6.0');
  git('commit', '--all', '--amend', '--message=harbour: 3.5.1 -> 3.6.0\n\nFixes CVE-2026-10001');
  const fixed = await ask(['validate', '--json'], root);

  await writeFile(path.join(root, file), 'x\n'.repeat(3 * 1024 * 1024));
  const large = await ask(['validate'], root);

  expect(large).toMatchObject({ code: 2, err: expect.stringContaining('The change exceeds the limit of 5 MiB.') });
  expect(nothing).toMatchObject({ code: 2, err: expect.stringContaining('No changes since master') });
  expect(found.code).toBe(1);
  expect(found.out).toMatch(/still-affected[^]*title-form/);
  const { data } = JSON.parse(fixed.out) as { data: { findings: { rule: string }[]; packages: object[] } };
  expect(data.packages).toMatchObject([{ name: 'harbour', oldVersion: '3.5.1', newVersion: '3.6.0' }]);
  expect(data.findings.map(({ rule }) => rule)).not.toContain('title-form');
  expect(data.findings.map(({ rule }) => rule)).not.toContain('still-affected');
});
