import { apkInstalled } from './apk-installed.ts';
import { bunLock } from './bun-lock.ts';
import { cabalFreeze } from './cabal-freeze.ts';
import { cargoLock } from './cargo.ts';
import { composerLock } from './composer-lock.ts';
import { conanLock } from './conan-lock.ts';
import type { LockfileDefinition } from './define.ts';
import { depsJson } from './deps-json.ts';
import { dpkgStatus } from './dpkg-status.ts';
import { flakeLock } from './flake-lock.ts';
import { gemfileLock } from './gemfile-lock.ts';
import { goMod } from './go-mod.ts';
import { goSum } from './go-sum.ts';
import { gradleLockfile } from './gradle-lockfile.ts';
import { gradleVerification } from './gradle-verification.ts';
import { mixLock } from './mix-lock.ts';
import { endsWithName, patternOfNames } from './names.ts';
import { niv } from './niv.ts';
import { npins } from './npins.ts';
import { nugetLock } from './nuget-lock.ts';
import { packageLock } from './package-lock.ts';
import { packagesConfig } from './packages-config.ts';
import { pdmLock } from './pdm-lock.ts';
import { pipfileLock } from './pipfile-lock.ts';
import { pnpmLock } from './pnpm.ts';
import { poetryLock } from './poetry-lock.ts';
import { pom } from './pom.ts';
import { pubspecLock } from './pubspec-lock.ts';
import { pylock } from './pylock.ts';
import { renvLock } from './renv-lock.ts';
import { requirementsTxt } from './requirements.ts';
import { rpmList } from './rpm-list.ts';
import { stackLock } from './stack-lock.ts';
import { uvLock } from './uv-lock.ts';
import { yarnLock } from './yarn.ts';

/** Every kind: the eight of spec 4.10 in its order, then others. */
const KINDS = [
  packageLock,
  yarnLock,
  pnpmLock,
  cargoLock,
  goSum,
  requirementsTxt,
  gemfileLock,
  flakeLock,
  bunLock,
  uvLock,
  poetryLock,
  pdmLock,
  pipfileLock,
  pylock,
  goMod,
  gradleLockfile,
  gradleVerification,
  pom,
  nugetLock,
  packagesConfig,
  depsJson,
  composerLock,
  pubspecLock,
  mixLock,
  conanLock,
  cabalFreeze,
  stackLock,
  renvLock,
  npins,
  niv,
  dpkgStatus,
  apkInstalled,
  rpmList,
] as const satisfies readonly LockfileDefinition[];

export type LockfileKind = (typeof KINDS)[number]['kind'];

export const LOCKFILE_DEFINITIONS: readonly LockfileDefinition<LockfileKind>[] = KINDS;

export const LOCKFILE_KINDS: readonly LockfileKind[] = KINDS.map(({ kind }) => kind);

/** The definition of the kind of lockfile that a file of this name is; null for any other. */
export function lockfileDefinitionOf(fileName: string): LockfileDefinition<LockfileKind> | null {
  const named = (name: string) => endsWithName(fileName, name);
  return LOCKFILE_DEFINITIONS.find(({ kind, otherNames = [] }) => named(kind) || otherNames.some(named)) ?? null;
}

/** The kind of lockfile that a file of this name is; null for any other. A path may come before the name. */
export function lockfileKindOf(fileName: string): LockfileKind | null {
  return lockfileDefinitionOf(fileName)?.kind ?? null;
}

/** A regular expression for the paths of all lockfiles. */
export function lockfilePattern(): string {
  return patternOfNames(LOCKFILE_DEFINITIONS.flatMap(({ kind, otherNames = [] }) => [kind, ...otherNames]));
}

/** Whether a file of this name is the lockfile of a tool that is not supported: something is locked in it that nobody reads. */
export function isLockfileOfOthers(fileName: string): boolean {
  return LOCKFILES_OF_OTHERS.has(baseName(fileName));
}

/** Why a file of a name that is no kind is not read, and what to give instead. */
export function refusalOf(fileName: string): string {
  const name = baseName(fileName);
  const tool = LOCKFILES_OF_OTHERS.get(name);
  const beside = LOCKFILE_DEFINITIONS.find(({ manifests = [] }) => manifests.includes(name))?.kind;
  const supported = `Supported files: ${LOCKFILE_KINDS.join(', ')}.`;
  if (tool !== undefined) return `${name}, the ${tool} lockfile, is not supported. ${supported}`;
  if (beside !== undefined) return `${name} names ranges, not versions: give the ${beside} beside it. ${supported}`;
  return `${JSON.stringify(name.slice(0, 100))} is no lockfile that is known by its name. ${supported}`;
}

function baseName(fileName: string): string {
  return fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
}

const LOCKFILES_OF_OTHERS: ReadonlyMap<string, string> = new Map([
  ['bun.lockb', 'Bun before 1.2 (bun install --save-text-lockfile writes a bun.lock)'],
  ['deno.lock', 'Deno'],
  ['Podfile.lock', 'CocoaPods'],
  ['Package.resolved', 'Swift'],
]);
