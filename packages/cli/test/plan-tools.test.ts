import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PackageApp } from '../../server/test/support/worlds/package-world.ts';
import { almanac } from './support/command-line.ts';
import { npmProject, openPlanWorld } from './support/plan-world.ts';
import { tarOf } from './support/tar.ts';

let world: PackageApp;
let folder: string;
beforeAll(async () => {
  world = await openPlanWorld();
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-tools-'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** Why a tool cannot be tried here; null where it can. */
function obstacle(program: string, args: readonly string[]): string | null {
  const { status, error } = spawnSync(program, args, { timeout: 5_000, stdio: 'ignore' });
  if (error !== undefined) return `${program} cannot be run: ${error.message}`;
  return status === 0 ? null : `${program} ${args.join(' ')} ended with ${status}`;
}

const withoutNpm = obstacle('npm', ['view', 'lodash@4.17.21', 'version', '--fetch-retries=0', '--fetch-timeout=4000']);
const withoutCargo = obstacle('cargo', ['--version']);
for (const why of [withoutNpm, withoutCargo]) if (why !== null) console.log(`Not tried: ${why}`);

interface Told {
  readonly applied: Readonly<
    Record<'runs' | 'gone' | 'remain' | 'opened', { id: string; state: string; why: string }[]>
  >;
  readonly commands: readonly { readonly argv: readonly string[] }[];
}

async function apply(name: string) {
  const environment = Object.fromEntries(
    Object.entries(process.env).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
  const { code, out } = await almanac(['plan', '--apply', '--json'], {
    environment: { ...environment, ALMANAC_API: `${world.app.url}/api/v1` },
    folder: path.join(folder, name),
  });
  const { applied, commands } = JSON.parse(out) as Told;
  const ids = (lines: readonly { id: string }[]) => lines.map(({ id }) => id).toSorted();
  return {
    code,
    commands: commands.map(({ argv }) => argv),
    failed: applied.runs.filter(({ state }) => state !== 'done').map(({ why }) => why),
    gone: ids(applied.gone),
    remain: ids(applied.remain),
    opened: ids(applied.opened),
  };
}

const installed = async (name: string, file: string) => readFile(path.join(folder, name, file), 'utf8');

it.skipIf(withoutNpm !== null)('npm upgrades what the project asks for, and what that brings in', async () => {
  await npmProject(
    path.join(folder, 'npm'),
    { lodash: '4.17.20', mkdirp: '0.5.5' },
    {
      lodash: { version: '4.17.20' },
      mkdirp: { version: '0.5.5', dependencies: { minimist: '^1.2.5' } },
      minimist: { version: '1.2.5' },
    },
  );

  const ended = await apply('npm');

  expect(ended).toMatchObject({ code: 0, failed: [], remain: [], opened: [] });
  expect(ended.gone).toEqual(['CVE-2021-23337', 'CVE-2021-44906']);
  const { packages } = JSON.parse(await installed('npm', 'package-lock.json')) as {
    packages: Record<string, { version: string }>;
  };
  expect(packages['node_modules/lodash']?.version).toBe('4.17.21');
  expect(Number(packages['node_modules/minimist']?.version.split('.')[2])).toBeGreaterThanOrEqual(6);
  // One version was asked for, and one is.
  expect(JSON.parse(await installed('npm', 'package.json'))).toMatchObject({ dependencies: { lodash: '4.17.21' } });
});

it.skipIf(withoutNpm !== null)('npm leaves what another package pins, and that is reported', async () => {
  await npmProject(
    path.join(folder, 'pinned'),
    { mkdirp: '0.5.1' },
    { mkdirp: { version: '0.5.1', dependencies: { minimist: '0.0.8' } }, minimist: { version: '0.0.8' } },
  );

  const ended = await apply('pinned');

  expect(ended).toMatchObject({ code: 1, gone: [], remain: ['CVE-2021-44906'], opened: [] });
});

/** A registry of cargo in a folder, with a crate in these versions. */
async function localRegistry(target: string, name: string, versions: readonly string[]): Promise<void> {
  const lines: string[] = [];
  await mkdir(path.join(target, 'index', name.slice(0, 2), name.slice(2, 4)), { recursive: true });
  for (const version of versions) {
    const manifest = `[package]\nname = "${name}"\nversion = "${version}"\nedition = "2021"\n`;
    const crate = gzipSync(
      tarOf([
        { name: `${name}-${version}/Cargo.toml`, content: manifest },
        { name: `${name}-${version}/src/lib.rs`, content: '' },
      ]),
    );
    await writeFile(path.join(target, `${name}-${version}.crate`), crate);
    const cksum = createHash('sha256').update(crate).digest('hex');
    lines.push(JSON.stringify({ name, vers: version, deps: [], cksum, features: {}, yanked: false }));
  }
  await writeFile(path.join(target, 'index', name.slice(0, 2), name.slice(2, 4), name), `${lines.join('\n')}\n`);
}

it.skipIf(withoutCargo !== null)('cargo moves a crate within its requirement, and says where it cannot', async () => {
  await localRegistry(path.join(folder, 'registry'), 'almanac-left', ['1.0.0', '1.2.0', '1.3.0']);
  for (const [name, requirement] of [
    ['cargo', '1'],
    ['cargo-pinned', '=1.0.0'],
  ] as const) {
    const root = path.join(folder, name);
    await mkdir(path.join(root, 'src'), { recursive: true });
    await mkdir(path.join(root, '.cargo'));
    await writeFile(path.join(root, 'src', 'lib.rs'), '');
    const manifest = `[package]\nname = "project"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nalmanac-left = "${requirement}"\n`;
    await writeFile(path.join(root, 'Cargo.toml'), manifest);
    const config = '[source.crates-io]\nreplace-with = "local"\n\n[source.local]\nlocal-registry = "../registry"\n';
    await writeFile(path.join(root, '.cargo', 'config.toml'), config);
    const made = spawnSync('cargo', ['update', '-p', 'almanac-left', '--precise', '1.0.0'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
  }

  const moved = await apply('cargo');
  const pinned = await apply('cargo-pinned');

  expect(moved.commands).toEqual([['cargo', 'update', '-p', 'almanac-left@1.0.0', '--precise', '1.2.0']]);
  expect(moved).toMatchObject({ code: 0, failed: [], gone: ['CVE-2026-3001'], remain: [], opened: [] });
  expect(await installed('cargo', 'Cargo.lock')).toMatch(/name = "almanac-left"\nversion = "1\.2\.0"/);
  expect(pinned).toMatchObject({ code: 1, gone: [], remain: ['CVE-2026-3001'] });
  expect(pinned.failed[0]).toMatch(/failed to select a version for the requirement/);
});
