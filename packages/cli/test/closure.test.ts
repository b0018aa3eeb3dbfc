import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { store } from '../../core/test/nix-samples.ts';
import { grantedKey } from '../../server/test/support/access.ts';
import { almanac } from './support/command-line.ts';
import { openWorld, type World } from './support/world.ts';

const PATHS = ['moored-1.0', 'moored-1.0-dev', 'moored-2.0', 'unit-sshd.service', 'system-path'].map(store);
const INFO = JSON.stringify(Object.fromEntries(PATHS.map((each) => [each, { deriver: null, references: [] }])));

let world: World;
let folder: string;
let environment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-closure-'));
  world = await openWorld(new Map());
  const { key } = await grantedKey(world.db);
  environment = {
    ALMANAC_API: world.api,
    ALMANAC_API_KEY: key,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    PATH: `${path.join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
  };
  await mkdir(path.join(folder, 'bin'));
  const script = `#!/bin/sh\ncase "$*" in *"path-info --json --recursive ${folder}/result") cat ${folder}/info.json ;; *) echo "error: no $*" >&2; exit 1 ;; esac\n`;
  await writeFile(path.join(folder, 'bin', 'nix'), script);
  await chmod(path.join(folder, 'bin', 'nix'), 0o755);
  await writeFile(path.join(folder, 'info.json'), INFO);
  await writeFile(path.join(folder, 'paths.txt'), PATHS.join('\n'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ask = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  almanac(args, { environment: { ...environment, ...more }, folder });

interface Scanned {
  readonly components: Readonly<Record<string, number>>;
  readonly findings: readonly { readonly component: { readonly purl: string }; readonly verdict: string }[];
}

it.each([
  ['what nix says of a store path', ['--closure', './result']],
  ['a list of store paths', ['paths.txt']],
  ['the output of nix', ['info.json']],
])('scans %s, and lists what the collection does not know', async (_, args) => {
  const { code, out, err } = await ask(['scan', '--json', ...args]);

  const { components, findings } = JSON.parse(out) as Scanned;
  expect([code, err]).toEqual([1, expect.stringMatching(/^1 affected/)]);
  expect(components).toMatchObject({ seen: 4, affected: 1, unknown: 2 });
  expect(findings.map(({ component: { purl }, verdict }) => [purl, verdict])).toContainEqual([
    'pkg:nix/moored@1.0',
    'affected',
  ]);
});

it('names the paths that are no package in the table', async () => {
  const { out } = await ask(['scan', 'paths.txt']);

  expect(out).toMatch(/moored .*1\.0 .*CVE-2026-1001/);
  expect(out).toMatch(/unit-sshd\.service and 1 other: nixpkgs has no package of this name/);
});

it.each<[string, readonly string[], Readonly<Record<string, string>>, number, RegExp]>([
  ['nix is not installed', ['--closure', './result'], { PATH: '' }, 2, /nix is not installed[^]*--query --requisites/],
  ['nix fails', ['--closure', './elsewhere'], {}, 2, /nix path-info failed: error: no .*elsewhere[^]*--requisites/],
  ['there is no key', ['paths.txt'], { ALMANAC_API_KEY: '' }, 4, /AUTH_REQUIRED[^]*almanac login/],
  [
    'more is named',
    ['--closure', './result', 'paths.txt'],
    {},
    2,
    /Use only one of: paths, --root, --image, --closure\./,
  ],
])('says what to do where %s', async (_, args, more, code, said) => {
  const ended = await ask(['scan', ...args], more);

  expect(ended.code).toBe(code);
  expect(ended.err).toMatch(said);
});
