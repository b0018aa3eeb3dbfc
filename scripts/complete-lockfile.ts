/**
 * `npm run lockfile`, after `npm install` changed package-lock.json: lists the optional packages of every platform, with the hashes
 * that the registry knows. npm leaves out packages that the registry at hand does not carry, and `npm ci` then refuses the whole file.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Locked, type Unhashed, unhashed } from './release/lockfile.ts';

const OS: readonly string[] = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPU: readonly string[] = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

const file = path.resolve(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Locked> };
const added: string[] = [];

for (const [place, locked] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
    if (isLocked(place, name) || !/^\d+\.\d+\.\d+/.test(version)) continue;
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platformOf(name),
      ...(locked.dev === true ? { dev: true } : {}),
      optional: true,
    };
    added.push(`${name}@${version}`);
  }
}
const lacking = unhashed(lock);
const hashes = await hashesOf(lacking);
for (const [place, integrity] of hashes) lock.packages[place] = { ...lock.packages[place], integrity };
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added.length} optional packages of other platforms added, ${hashes.size} hashes found.`);
for (const { place, name, version } of lacking) {
  if (!hashes.has(place)) console.log(`The registry does not carry ${name}@${version}: it has no hash.`);
}

/** By `npm view`, a few at a time. */
async function hashesOf(entries: readonly Unhashed[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const left = [...entries];
  const ask = async () => {
    for (let entry = left.pop(); entry !== undefined; entry = left.pop()) {
      const hash = await hashOf(entry);
      if (hash !== null) found.set(entry.place, hash);
    }
  };
  await Promise.all(Array.from({ length: 4 }, ask));
  return found;
}

async function hashOf({ name, version }: Unhashed): Promise<string | null> {
  try {
    const args = ['view', '--json', `${name}@${version}`, 'dist.integrity'];
    const { stdout } = await promisify(execFile)('npm', args, { timeout: 60_000 });
    return stdout.trim() === '' ? null : (JSON.parse(stdout) as string);
  } catch (error) {
    if ((error as { stdout?: string }).stdout?.includes('"E404"') === true) return null;
    throw error;
  }
}

/** Where Node would find `name` from a package at `place`: in its own folder or in one above. */
function isLocked(place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`] !== undefined) return true;
    if (at === '') return false;
  }
}

/** Packages for one platform name it: `@biomejs/cli-linux-x64-musl`, `@oxlint/binding-win32-arm64-msvc`. */
function platformOf(name: string): Record<string, string[]> {
  const words = name.split(/[-/]/);
  const os = words.find((word) => OS.includes(word));
  const cpu = words.find((word) => CPU.includes(word));
  const libc = words.includes('musl') || words.includes('musleabihf') ? 'musl' : null;
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(os === undefined ? {} : { os: [os] }),
    ...(libc === null ? {} : { libc: [libc] }),
  };
}
