import { readCargo } from './cargo.ts';
import type { Collection } from './collect.ts';
import { readFlakeLock } from './flake-lock.ts';
import { readGemfileLock } from './gemfile-lock.ts';
import { readGoSum } from './go-sum.ts';
import { readPackageLock } from './package-lock.ts';
import { readPnpm } from './pnpm.ts';
import { readRequirements } from './requirements.ts';
import { readYarn } from './yarn.ts';

/** Reads the text into the collection and returns the file's version of its format. */
type LockfileReader = (text: string, collection: Collection) => string | null;

/** Every kind by the name of its file, with its reader: the eight of spec 4.10 in its order, then others. */
export const LOCKFILE_READERS = {
  'package-lock.json': readPackageLock,
  'yarn.lock': readYarn,
  'pnpm-lock.yaml': readPnpm,
  'Cargo.lock': readCargo,
  'go.sum': readGoSum,
  'requirements.txt': readRequirements,
  'Gemfile.lock': readGemfileLock,
  'flake.lock': readFlakeLock,
} as const satisfies Readonly<Record<string, LockfileReader>>;

export type LockfileKind = keyof typeof LOCKFILE_READERS;

export const LOCKFILE_KINDS = Object.keys(LOCKFILE_READERS) as readonly LockfileKind[];

/** The kind of lockfile that a file of this name is; null for any other. A path may stand before the name. */
export function lockfileKindOf(fileName: string): LockfileKind | null {
  const name = baseName(fileName);
  return (
    LOCKFILE_KINDS.find((kind) => kind === name) ??
    OTHER_NAMES.get(name) ??
    (isRequirements(name) ? 'requirements.txt' : null)
  );
}

/** Whether a file of this name is the lockfile of a tool that is not supported: something is locked in it that nobody reads. */
export function isLockfileOfOthers(fileName: string): boolean {
  return LOCKFILES_OF_OTHERS.has(baseName(fileName));
}

/** Why a file of a name that is no kind is not read, and what to give instead. */
export function refusalOf(fileName: string): string {
  const name = baseName(fileName);
  const tool = LOCKFILES_OF_OTHERS.get(name);
  const beside = MANIFESTS.get(name);
  const supported = `Supported are ${LOCKFILE_KINDS.join(', ')}.`;
  if (tool !== undefined) return `${name}, the lockfile of ${tool}, is not supported. ${supported}`;
  if (beside !== undefined) return `${name} names ranges, not versions: give the ${beside} beside it. ${supported}`;
  return `${JSON.stringify(name.slice(0, 100))} is no lockfile that is known by its name. ${supported}`;
}

function baseName(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
}

/** The same format under another name. */
const OTHER_NAMES: ReadonlyMap<string, LockfileKind> = new Map([
  ['npm-shrinkwrap.json', 'package-lock.json'],
  ['go.work.sum', 'go.sum'],
  ['gems.locked', 'Gemfile.lock'],
]);

/** `requirements-dev.txt`, `requirements_all.txt`, `test-requirements.txt` and the like. */
function isRequirements(name: string): boolean {
  const lower = name.toLowerCase();
  return lower.endsWith('.txt') && (lower.startsWith('requirements') || lower.endsWith('requirements.txt'));
}

const LOCKFILES_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['uv.lock', 'uv (uv export writes a requirements.txt)'],
  ['poetry.lock', 'Poetry (poetry export writes a requirements.txt)'],
  ['pdm.lock', 'PDM (pdm export writes a requirements.txt)'],
  ['Pipfile.lock', 'Pipenv (pipenv requirements writes a requirements.txt)'],
  ['pylock.toml', 'PEP 751'],
  ['bun.lock', 'Bun (bun install --yarn writes a yarn.lock)'],
  ['bun.lockb', 'Bun (bun install --yarn writes a yarn.lock)'],
  ['deno.lock', 'Deno'],
  ['composer.lock', 'Composer'],
  ['mix.lock', 'Mix'],
  ['pubspec.lock', 'pub'],
  ['Podfile.lock', 'CocoaPods'],
  ['Package.resolved', 'Swift'],
  ['packages.lock.json', 'NuGet'],
  ['gradle.lockfile', 'Gradle'],
  ['conan.lock', 'Conan'],
  ['stack.yaml.lock', 'Stack'],
]);

const MANIFESTS: ReadonlyMap<string, LockfileKind> = new Map([
  ['package.json', 'package-lock.json'],
  ['Cargo.toml', 'Cargo.lock'],
  ['go.mod', 'go.sum'],
  ['Gemfile', 'Gemfile.lock'],
  ['flake.nix', 'flake.lock'],
]);
