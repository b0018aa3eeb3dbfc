import { mkdir, mkdtemp, open, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readLockfile } from '@almanac/core/lockfiles';
import { UNKNOWN_REASONS } from '@almanac/core/matching';
import type { Finding } from '@almanac/core/sbom';
import { SCAN_REASONS, type ScanReason } from '@almanac/core/scan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodeOf } from '../commands/scan.ts';
import { changesOf } from '../commands/watch.ts';
import { baseUrlOf, credentialsPath } from '../settings.ts';
import { ALLOWABLE_REASONS, DEFAULT_ALLOWED, readReasons, spellOutAllowed } from './allowed-reasons.ts';
import { findFiles, isScanned } from './find-files.ts';
import { type Gap, gapsOf } from './gaps.ts';
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
    ask: null,
    component: { name: 'a', version: '1', purl: 'pkg:npm/a@1', ref: null, direct: null, dev: null, place: 'line 1' },
    verdict: 'affected',
    reason: '',
    unknownReasons: [],
    findings,
    more: 0,
    advice: null,
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
    ['not shown', [row([finding('CVE-3')], { more: 9 })], ['kev'], 0, 1],
  ] as const)('holds with %s', (_name, rows, given, reached, undecided) => {
    const thresholds = given.flatMap((text) => readThreshold(text) ?? []);

    const result = holdAgainst(rows, thresholds, known);

    expect([result.reached, result.undecided.length]).toEqual([reached, undecided]);
  });
});

describe('the code to end with', () => {
  const gap = (...reasons: readonly ScanReason[]): Gap => ({ words: 'x', reasons, components: 1 });
  const alone = DEFAULT_ALLOWED;
  it.each<[string, number, readonly Gap[], readonly string[], readonly ScanReason[], number]>([
    ['clean', 0, [], [], [], 0],
    ['found', 1, [], [], [], 1],
    ['found beside unknown', 1, [gap('possible_match')], ['y'], [], 1],
    ['found, and unknown allowed', 1, [gap('possible_match')], [], alone, 1],
    ['unknown', 0, [gap('possible_match')], [], [], 3],
    ['undecided', 0, [], ['y'], [], 3],
    ['unknown, which is allowed', 0, [gap('possible_match'), gap('unreadable')], ['y'], alone, 0],
    ['unknown for an allowed reason', 0, [gap('possible_match')], [], ['possible_match'], 0],
    ['unknown for another reason', 0, [gap('not_covered')], [], ['possible_match'], 3],
    ['unknown for an allowed reason and another', 0, [gap('possible_match', 'not_covered')], [], ['possible_match'], 3],
    ['undecided, and something else allowed', 0, [], ['y'], ['possible_match'], 3],
    ['stale, and all allowed', 0, [gap('source_stale')], [], alone, 3],
    ['cut off, and all allowed', 0, [gap('possible_match', 'limit_reached')], [], alone, 3],
    ['stale, which is allowed by name', 0, [gap('source_stale')], [], ['source_stale'], 0],
  ])('%s', (_name, reached, gaps, undecided, allowed, code) => {
    expect(exitCodeOf({ reached: { reached, undecided }, gaps }, new Set(allowed))).toBe(code);
  });

  const clean = [
    { verdict: 'not_affected', unknownReasons: [] },
    { verdict: 'none_known', unknownReasons: [] },
  ] as const;
  const possible = { verdict: 'unknown', unknownReasons: ['possible_match'] } as const;
  const uncovered = { verdict: 'unknown', unknownReasons: ['not_covered'] } as const;
  const row = (source: 'osv' | 'nixpkgs', state: 'ok' | 'stale' | 'unreachable' | 'disabled' | 'not_covered') => ({
    coverage: [{ source, state, checkedAt: null, changedAt: null }],
    asOf: null,
  });
  it.each([
    [
      'Success. For checks: everything was checked, and nothing reached the threshold',
      clean,
      row('osv', 'ok'),
      false,
      [],
    ],
    ['a source is not read here at all', clean, row('osv', 'disabled'), false, []],
    ['a source is stale', clean, row('osv', 'stale'), false, ['source_stale']],
    ['a source is away', clean, row('osv', 'unreachable'), false, ['source_stale']],
    ['one is away that has no say', clean, row('nixpkgs', 'unreachable'), false, []],
    ['one is away that has a say', clean, row('nixpkgs', 'unreachable'), true, ['source_stale']],
    ['something is unknown', [...clean, possible, possible], row('osv', 'ok'), false, ['possible_match']],
    ['it is for several reasons', [possible, uncovered], row('osv', 'ok'), false, ['possible_match', 'not_covered']],
    ['nothing was found', [], null, false, ['unreadable']],
  ] as const)('has a gap where %s', (_name, rows, coverage, collection, reasons) => {
    const gaps = gapsOf(rows, coverage === null ? null : { ...coverage, coverage: [...coverage.coverage] }, {
      asksCollection: collection,
      files: 1,
    });

    expect(gaps.flatMap((each) => each.reasons)).toEqual(reasons);
  });
});

describe('--allow-unknown', () => {
  it.each([
    ['possible_match', ['possible_match']],
    ['possible_match, NOT_COVERED', ['possible_match', 'not_covered']],
    ['', null],
    ['possible_match,', null],
    ['pending', null],
  ])('reads %j', (text, expected) => {
    const reasons = readReasons(text);

    expect(reasons === null ? null : [...reasons]).toEqual(expected);
  });

  it('alone takes no word behind it, and allows neither a stale source nor an answer that was cut off', () => {
    const [first, ...rest] = spellOutAllowed([
      '--allow-unknown',
      'scan',
      '--allow-unknown=invalid',
      '--',
      '--allow-unknown',
    ]);

    expect(rest).toEqual(['scan', '--allow-unknown=invalid', '--', '--allow-unknown']);
    const [, list = ''] = first?.split('=') ?? [];
    expect([...(readReasons(list) ?? [])]).toEqual(
      ALLOWABLE_REASONS.filter((reason) => reason !== 'source_stale' && reason !== 'limit_reached'),
    );
  });

  it('names every reason that an ended scan can have', () => {
    const all = [...UNKNOWN_REASONS, ...SCAN_REASONS].map(([id]) => id);

    expect(all.filter((id) => id !== 'cancelled' && id !== 'pending')).toEqual(ALLOWABLE_REASONS);
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
    ['another requirements file, which is not read: pass it as well', 'requirements.txt', '-r other.txt\n', false],
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
      'deno.lock',
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
      files: ['app.cdx.json', 'deno.lock', 'a/deep/er/go.sum', 'b/yarn.lock', 'linked/yarn.lock'],
      problems: [{ path: 'linked/go.sum', problem: 'broken link' }],
    });
  });

  it('are looked for in so many folders, and the first that is left out is named', async () => {
    const { files, problems } = await findFiles(folder, ['a', 'b'], signal, { most: 2 });

    // A link to what is in the other folder.
    expect(files).toEqual(['a/yarn.lock']);
    expect(problems.map(({ path, problem }) => [path, problem.slice(0, 35)])).toEqual([
      ['a/deep/er', 'not checked: this folder and others'],
      ['b', 'not checked: this folder and others'],
    ]);
  });

  it('are not read behind a link that leads out of the folder, unless it is named', async () => {
    const below = path.join('linked', 'yarn.lock');

    expect(await findFiles(folder, ['linked'], signal)).toEqual({
      files: [],
      problems: [
        { path: 'linked/go.sum', problem: 'broken link' },
        { path: 'linked/yarn.lock', problem: 'the link points outside the folder; pass it to read it' },
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
    await expect(findFiles(folder, ['nowhere'], signal)).rejects.toThrow('nowhere: no such file or directory');
  });

  it('that never end are not begun', async () => {
    const [zero] = await readFiles(folder, { files: ['/dev/zero'], problems: [] }, () => {});

    expect(zero?.reading).toEqual({ file: null, problem: 'not a file or pipe' });
  });

  it.each([
    ['package-lock.json', true],
    ['bom.json', true],
    ['/srv/app/bom.json', true],
    ['sbom.xml', true],
    ['my-app.spdx.json', true],
    ['image.spdx', true],
    ['a.cyclonedx.json', true],
    ['poetry.lock', true],
    ['deno.lock', true],
    ['app/npins/sources.json', true],
    ['sources.json', false],
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
    expect(() => baseUrlOf(given, {})).toThrow(/API URL/);
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
