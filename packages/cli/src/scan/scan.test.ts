import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Finding, readLockfile } from '@almanac/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../commands/scan.ts';
import { changesOf } from '../commands/watch.ts';
import { baseUrlOf, credentialsPath } from '../settings.ts';
import { findFiles, isScanned } from './find-files.ts';
import { gapsOf } from './gaps.ts';
import { isNothingOfOthers } from './own-code.ts';
import { readFiles } from './read-files.ts';
import type { ScanRow } from './rows.ts';
import { holdAgainst, readThreshold } from './thresholds.ts';

describe('a threshold', () => {
  it.each([
    ['critical', { kind: 'severity', least: 'critical' }],
    ['LOW', { kind: 'severity', least: 'low' }],
    ['kev', { kind: 'kev' }],
    ['epss=0.1', { kind: 'epss', least: 0.1 }],
    ['epss=.5', { kind: 'epss', least: 0.5 }],
    ['epss=1', { kind: 'epss', least: 1 }],
    ['epss=1.5', null],
    ['epss', null],
    ['none', null],
    ['', null],
  ])('%j is read', (text, expected) => {
    expect(readThreshold(text)).toEqual(expected);
  });

  const finding = (id: string, more: Partial<Finding> = {}): Finding => ({
    id,
    aliases: [],
    confidence: 'high',
    status: 'affected',
    severity: 'high',
    title: null,
    affectedVersions: null,
    fixedIn: null,
    sources: ['osv'],
    ...more,
  });
  const row = (findings: readonly Finding[], more: Partial<ScanRow> = {}): ScanRow => ({
    file: 'yarn.lock',
    component: { name: 'a', version: '1', purl: 'pkg:npm/a@1', ref: null, direct: null, dev: null, place: 'line 1' },
    verdict: 'affected',
    reason: '',
    findings,
    more: 0,
    ...more,
  });
  const known = new Map([
    ['CVE-1', { kev: true, epss: 0.5, epssKnown: true }],
    ['CVE-2', { kev: null, epss: null, epssKnown: false }],
    ['CVE-3', { kev: false, epss: null, epssKnown: true }],
  ]);

  it.each([
    ['nothing given: anything affected', [row([finding('CVE-1')])], [], 1, 0],
    ['a possible match', [row([finding('CVE-1', { status: 'possible' })], { verdict: 'unknown' })], [], 0, 0],
    ['a severity reached', [row([finding('CVE-1')])], ['medium'], 1, 0],
    ['a severity missed', [row([finding('CVE-1')])], ['critical'], 0, 0],
    ['a finding that nobody rates', [row([finding('CVE-1', { severity: null })])], ['low'], 0, 1],
    ['one of two reached', [row([finding('CVE-1', { severity: null })])], ['low', 'kev'], 1, 0],
    ['exploited', [row([finding('CVE-1')])], ['kev'], 1, 0],
    ['exploited for all that is known', [row([finding('CVE-2')])], ['kev'], 0, 1],
    ['scored by nobody', [row([finding('CVE-3')])], ['epss=0.1'], 0, 0],
    ['no CVE', [row([finding('MAL-1')])], ['kev', 'epss=0.1'], 0, 0],
    ['never asked about', [row([finding('CVE-4')])], ['kev'], 0, 1],
    ['patched', [row([finding('CVE-1', { status: 'fixed_by_patch' }), finding('CVE-3')])], ['kev'], 0, 0],
    ['more than an answer carries', [row([finding('CVE-3')], { more: 9 })], ['kev'], 0, 1],
  ] as const)('holds with %s', (_name, rows, given, reached, undecided) => {
    const thresholds = given.flatMap((text) => readThreshold(text) ?? []);

    const result = holdAgainst(rows, thresholds, known);

    expect([result.reached, result.undecided.length]).toEqual([reached, undecided]);
  });
});

describe('the code to end with', () => {
  it.each([
    ['clean', 0, [], [], false, 0],
    ['found', 1, [], [], false, 1],
    ['found beside unknown', 1, ['x'], ['y'], false, 1],
    ['found, and unknown allowed', 1, ['x'], [], true, 1],
    ['unknown', 0, ['x'], [], false, 3],
    ['undecided', 0, [], ['y'], false, 3],
    ['unknown, which is allowed', 0, ['x'], ['y'], true, 0],
  ] as const)('%s', (_name, reached, gaps, undecided, allowed, code) => {
    expect(exitCodeOf({ reached: { reached, undecided }, gaps }, allowed)).toBe(code);
  });

  const counts = { seen: 2, affected: 0, notAffected: 2, unknown: 0 };
  const row = (source: 'osv' | 'nixpkgs', state: 'ok' | 'stale' | 'unreachable' | 'disabled' | 'not_covered') => ({
    coverage: [{ source, state, checkedAt: null, changedAt: null }],
    asOf: null,
  });
  it.each([
    ['everything was checked', counts, row('osv', 'ok'), false, 0],
    ['a source is not read here at all', counts, row('osv', 'disabled'), false, 0],
    ['a source is stale', counts, row('osv', 'stale'), false, 1],
    ['a source is away', counts, row('osv', 'unreachable'), false, 1],
    ['one is away that has no say', counts, row('nixpkgs', 'unreachable'), false, 0],
    ['one is away that has a say', counts, row('nixpkgs', 'unreachable'), true, 1],
    ['something is unknown', { ...counts, unknown: 1 }, row('osv', 'ok'), false, 1],
    ['nothing was found', { ...counts, seen: 0 }, null, false, 1],
  ] as const)('has a gap where %s', (_name, given, coverage, collection, gaps) => {
    expect(
      gapsOf(given, coverage === null ? null : { ...coverage, coverage: [...coverage.coverage] }, {
        asksCollection: collection,
        files: 1,
      }),
    ).toHaveLength(gaps);
  });
});

describe('what a lockfile skips', () => {
  const npm = (entry: object) => JSON.stringify({ lockfileVersion: 3, packages: { '': {}, 'node_modules/a': entry } });
  const berry = (resolution: string) =>
    `__metadata:\n  version: 8\n\n"a@x":\n  version: 0.0.0\n  resolution: ${JSON.stringify(resolution)}\n  linkType: hard\n`;
  it.each([
    ['a link of npm', 'package-lock.json', npm({ link: true, resolved: 'packages/a' }), true],
    ['a workspace of Yarn', 'yarn.lock', berry('a@workspace:packages/a'), true],
    ['a protocol of a plugin of Yarn', 'yarn.lock', berry('a@exec:./x.js'), false],
    ['a crate of the workspace', 'Cargo.lock', 'version = 4\n[[package]]\nname = "a"\nversion = "1.0.0"\n', true],
    ['a module that is not in the build', 'go.sum', 'example.org/a v1.0.0/go.mod h1:x=\n', true],
    ['a line that is none', 'go.sum', 'example.org/b v1.0.0 h1:x=\nexample.org/a\n', false],
    ['another file of requirements', 'requirements.txt', '-r other.txt\n', false],
    ['constraints', 'requirements.txt', '-c other.txt\n', true],
    ['the project itself', 'requirements.txt', '-e .\n', true],
    ['an address', 'requirements.txt', 'b==1.0\nhttps://example.org/a.zip\n', false],
    ['a gem of a folder', 'Gemfile.lock', 'PATH\n  remote: engines/a\n  specs:\n    a (1.0)\n', true],
  ])('%s', (_name, file, text, nothing) => {
    const { lockfile, problem } = readLockfile(file, text);

    expect([problem, lockfile?.skipped.map(({ reason }) => isNothingOfOthers(reason))]).toEqual([null, [nothing]]);
  });
});

describe('files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-find-'));
    const files = [
      'b/yarn.lock',
      'a/deep/er/go.sum',
      'node_modules/x/yarn.lock',
      '.git/go.sum',
      'app.cdx.json',
      'package.json',
      'uv.lock',
    ];
    for (const file of files) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), '');
    }
    await symlink('..', path.join(folder, 'a', 'loop'));
    await symlink('app.cdx.json', path.join(folder, 'named.txt'));
    await symlink('../b/yarn.lock', path.join(folder, 'a', 'yarn.lock'));
    await mkdir(path.join(folder, 'linked'));
    await symlink('../node_modules/x/yarn.lock', path.join(folder, 'linked', 'yarn.lock'));
    await symlink('nowhere', path.join(folder, 'linked', 'go.sum'));
    await symlink('..', path.join(folder, 'linked', 'Cargo.lock'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const { signal } = new AbortController();

  it('are found below a folder in order, each once, behind links too, and no circle is gone in', async () => {
    const found = await findFiles(folder, ['.', 'b'], signal);

    expect(found).toEqual({
      files: ['app.cdx.json', 'uv.lock', 'a/deep/er/go.sum', 'b/yarn.lock', 'linked/yarn.lock'],
      problems: [{ path: 'linked/go.sum', problem: 'the link leads nowhere' }],
    });
  });

  it('are not read behind a link that leads out of the folder, unless it is named', async () => {
    const below = path.join('linked', 'yarn.lock');

    expect(await findFiles(folder, ['linked'], signal)).toEqual({
      files: [],
      problems: [
        { path: 'linked/go.sum', problem: 'the link leads nowhere' },
        { path: 'linked/yarn.lock', problem: 'the link leads out of the folder; name it to have it read' },
      ],
    });
    expect((await findFiles(folder, [below], signal)).files).toEqual(['linked/yarn.lock']);
  });

  // As a pipe of `scan <(…)` is, which has no path of its own either.
  it.skipIf(process.platform !== 'linux')('are found beside one that has no path', async () => {
    await using gone = await open(path.join(folder, 'gone'), 'w');
    await rm(path.join(folder, 'gone'));
    const pipe = `/proc/self/fd/${gone.fd}`;

    expect((await findFiles(folder, [pipe, 'a'], signal)).files).toEqual([pipe, 'a/deep/er/go.sum']);
  });

  it('are taken by whatever name where they are named', async () => {
    expect((await findFiles(folder, ['named.txt', 'node_modules/x'], signal)).files).toEqual([
      'named.txt',
      'node_modules/x/yarn.lock',
    ]);
    await expect(findFiles(folder, ['nowhere'], signal)).rejects.toThrow('There is no nowhere');
  });

  it('that never end are not begun', async () => {
    const [zero] = await readFiles(folder, { files: ['/dev/zero'], problems: [] }, () => {});

    expect(zero?.reading).toEqual({ file: null, problem: 'it is neither a file nor a pipe' });
  });

  it.each([
    ['package-lock.json', true],
    ['bom.json', true],
    ['sbom.xml', true],
    ['my-app.spdx.json', true],
    ['image.spdx', true],
    ['a.cyclonedx.json', true],
    ['poetry.lock', true],
    ['requirements-dev.txt', true],
    ['bomb.json', false],
    ['package.json', false],
    ['README.md', false],
  ])('%s: %s', (name, scanned) => {
    expect(isScanned(name)).toBe(scanned);
  });
});

describe('settings', () => {
  it.each([
    [undefined, {}, 'http://127.0.0.1:8080/api/v1'],
    [undefined, { ALMANAC_API: 'https://almanac.example' }, 'https://almanac.example/api/v1'],
    ['https://a.example/x/api/v1/', { ALMANAC_API: 'https://b.example' }, 'https://a.example/x/api/v1'],
  ])('the address is %s, else that of %j', (option, environment, expected) => {
    expect(baseUrlOf(option, environment)).toBe(expected);
  });

  it.each(['nowhere', 'ftp://a.example', 'https://me:secret@a.example'])('%s is no address', (given) => {
    expect(() => baseUrlOf(given, {})).toThrow(/address/);
  });

  it.each([
    ['/etc/xdg', '/etc/xdg/almanac/credentials.json'],
    ['relative', '/home/me/.config/almanac/credentials.json'],
    [undefined, '/home/me/.config/almanac/credentials.json'],
  ])('with XDG_CONFIG_HOME=%s keys are kept in %s', (given, file) => {
    expect(credentialsPath(given === undefined ? {} : { XDG_CONFIG_HOME: given }, '/home/me')).toBe(file);
  });
});

it('of what is watched, everything is told at first, and then what differs', () => {
  expect(changesOf(null, { state: 'published' })).toEqual([{ field: 'state', from: null, to: 'published' }]);
  expect(changesOf({ state: 'reserved', epss: '0.10' }, { state: 'published', epss: '0.10' })).toEqual([
    { field: 'state', from: 'reserved', to: 'published' },
  ]);
});
