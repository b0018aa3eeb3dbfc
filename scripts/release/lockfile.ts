import type { Manifest } from './packages.ts';

export interface Locked {
  readonly version?: string;
  readonly name?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

export interface Lockfile {
  readonly name?: string;
  readonly version?: string;
  readonly packages: Readonly<Record<string, Locked>>;
  readonly [member: string]: unknown;
}

/**
 * The lockfile with the versions of these manifests, by their folders (`''` is the root). npm would do it too, and leave out the packages
 * of other platforms that its registry does not carry.
 */
export function lockfileFor(lock: Lockfile, manifests: ReadonlyMap<string, Manifest>): Lockfile {
  const packages = Object.entries(lock.packages).map(([place, locked]) => {
    const manifest = manifests.get(place);
    if (manifest === undefined) return [place, locked] as const;
    const now = Object.fromEntries(
      KINDS.flatMap((kind) => (locked[kind] === undefined ? [] : [[kind, manifest[kind]]])),
    );
    return [place, { ...locked, version: manifest.version, ...now }] as const;
  });
  const version = manifests.get('')?.version ?? lock.version;
  return { ...lock, ...(version === undefined ? {} : { version }), packages: Object.fromEntries(packages) };
}

const KINDS = ['dependencies', 'devDependencies'] as const;

/** An optional peer of a library, which nothing of ours asks for: the Dockerfile removes it, and others do not get it. */
export const REMOVED = ['node_modules/typescript', 'node_modules/@typescript'] as const;

/** What is installed without the tools for development: neither those packages nor a mention of them. */
export function productionLockfile(lock: Lockfile): Lockfile {
  const kept = Object.entries(lock.packages).flatMap(([place, { devDependencies: _tools, ...locked }]) =>
    locked.dev === true || REMOVED.some((name) => place === name || place.startsWith(`${name}/`))
      ? []
      : [[place, locked] as const],
  );
  return { ...lock, packages: Object.fromEntries(kept) };
}

/** A package that is fetched without a hash to check it by. */
export interface Unhashed {
  readonly place: string;
  readonly name: string;
  readonly version: string;
}

export function unhashed({ packages }: Pick<Lockfile, 'packages'>): readonly Unhashed[] {
  return Object.entries(packages).flatMap(([place, { link, integrity, version, name }]) =>
    !place.includes('node_modules/') || link === true || integrity !== undefined
      ? []
      : [{ place, name: name ?? place.split('node_modules/').at(-1) ?? '', version: version ?? '' }],
  );
}
