import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { almanac } from './support/command-line.ts';
import { openWorld, type World } from './support/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-today-'));
  world = await openWorld(new Map());
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const today = (args: readonly string[], columns?: number) =>
  almanac(['today', ...args], {
    environment: { ALMANAC_API: world.api },
    folder,
    ...(columns === undefined ? {} : { columns }),
  });

async function file(name: string, text: string): Promise<string> {
  await writeFile(path.join(folder, name), text);
  return name;
}

describe('almanac today', () => {
  it('shows what needs attention, worst first, and ends with 1', async () => {
    const { code, out } = await today(['pkg:npm/worst@1.0.0', 'pkg:npm/left@1.0.0', 'pkg:npm/left@2.0.0', 'nobody']);

    expect(code).toBe(1);
    const lines = out.split('\n');
    expect(lines[0]).toBe('2 of 4 packages need attention, 1 could not be checked.');
    expect(lines[1]).toBe('Nothing new since yesterday.');
    const rows = lines.filter((line) => /^(left|worst) /.test(line));
    expect(rows.map((line) => line.split(/ {2,}/))).toEqual([
      ['left', '1.0.0', 'CVE-2026-1001', 'high, exploited', '2.0.0', '2026-09-01'],
      ['worst', '1.0.0', 'CVE-2026-1002', 'critical', '2.0.0', '2026-09-01'],
    ]);
    expect(out).toMatch(/^- unknown: nobody: /m);
    expect(out).toMatch(/^As of /m);
  });

  it('says what to write instead of a name that the collection does not have', async () => {
    const { code, out } = await today(['left', 'nobody']);

    expect(code).toBe(3);
    const words = out.replaceAll(/\s+/g, ' ');
    expect(words).toContain('unknown: left: nixpkgs has no package of this name');
    expect(words).toContain('pkg:npm/left@VERSION');
    expect(words).toMatch(/unknown: nobody: .*pkg:npm\/NAME@VERSION/);
  });

  it('fits into 80 columns', async () => {
    const { out } = await today(['pkg:npm/worst@1.0.0', 'pkg:npm/left@1.0.0', 'nobody'], 80);

    // oxlint-disable-next-line no-control-regex
    const plain = out.replaceAll(/\u001b\[\d+m/g, '');
    expect(plain.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(plain).toContain('CVE-2026-1001');
  });

  it.each([
    ['0 where nothing is known against any of them', ['pkg:npm/left@2.0.0'], 0],
    ['3 where one could not be checked', ['pkg:npm/left@2.0.0', 'pkg:npm/left'], 3],
    ['0 where the reason is allowed', ['pkg:npm/left', '--allow-unknown=version_missing'], 0],
    ['3 where the reason is another', ['pkg:npm/left', '--allow-unknown=source_stale'], 3],
    ['2 without a package', [], 2],
    ['2 for a file that is missing', ['--file', 'nowhere.txt'], 2],
    ['2 for a maintainer beside a list', ['curl', '--maintainer', 'keeper'], 2],
    ['3 for a maintainer nobody knows', ['--maintainer', 'nobody'], 3],
  ])('ends with %s', async (_, args, code) => {
    expect((await today(args)).code).toBe(code);
  });

  it('leaves out what somebody decided, and says how much', async () => {
    const environment = { ALMANAC_API: world.api };
    const here = await mkdtemp(path.join(folder, 'decided-'));
    const decision = ['decide', 'CVE-2026-1002', 'pkg:npm/worst@1.0.0', '--reason', 'never called', '--author', 'ada'];
    await almanac(decision, { environment, folder: here });

    const decided = await almanac(['today', 'pkg:npm/worst@1.0.0'], { environment, folder: here });
    const all = await almanac(['today', 'pkg:npm/worst@1.0.0', '--no-decisions'], { environment, folder: here });

    expect([decided.code, all.code]).toEqual([0, 1]);
    expect(decided.out).toContain('1 finding suppressed by a decision.');
    expect(decided.out).not.toContain('CVE-2026-1002');
    expect(all.out).toContain('CVE-2026-1002');
  });

  it('reads a list with comments', async () => {
    const name = await file('list.txt', '# mine\npkg:npm/left@1.0.0, pkg:npm/left@2.0.0\npkg:npm/quiet@1.0.0 # calm\n');

    const { code, out } = await today(['--file', name]);

    expect([code, out.split('\n')[0]]).toEqual([1, '1 of 3 packages needs attention.']);
  });

  it('reads a lockfile; what it cannot ask about is unknown', async () => {
    const packages = { 'node_modules/left': { version: '2.0.0' } };
    const lockfile = await file('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages }));
    const components = [{ type: 'library', name: 'ours', version: '2' }];
    const bom = await file('bom.json', JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }));

    const clean = await today(['--file', lockfile]);
    const unknown = await today(['--file', bom]);

    expect([clean.code, clean.out.split('\n')[0]]).toEqual([0, 'The package is not known to be affected.']);
    expect(unknown.code).toBe(3);
    expect(unknown.out).toMatch(/unknown: ours 2: Not checked/);
  });

  it('prints the answer of the API as JSON', async () => {
    const packages = ['pkg:npm/left@1.0.0', 'pkg:npm/quiet@1.0.0'];
    const { body } = await world.app.get('/api/v1/my', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ packages }),
    });

    const { code, out } = await today([...packages, '--json']);

    expect([code, { ...JSON.parse(out), timestamp: null }]).toEqual([1, { ...body, timestamp: null }]);
  });

  it('asks in parts about more than one request takes, and puts the rows together', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `name-${i}@1`);
    const name = await file('many.txt', many.join('\n'));

    const { out } = await today(['pkg:npm/left@1.0.0', '--file', name, '--json']);

    const { data } = JSON.parse(out);
    expect(data.totals.packages).toBe(102);
    expect(data.rows[0]).toMatchObject({ asked: 'pkg:npm/left@1.0.0', verdict: 'affected' });
  });

  it('refuses a list that is too long', async () => {
    const name = await file('endless.txt', Array.from({ length: 5_001 }, (_, i) => `pkg:npm/p${i}@1`).join('\n'));

    const { code, err } = await today(['--file', name]);

    expect(code).toBe(2);
    expect(err).toContain('Too many packages: 5,001 (maximum 5,000).');
  });
});
