/** Which package of the collection a file belongs to, by where it lies. */
export interface PackagePlace {
  /** The folder that holds the package: files of one package lie in one. */
  readonly folder: string;
  /** What the folder calls it: `curl`. */
  readonly name: string;
  /** What the collection calls it, where the place says so: `curl`, `python3Packages.requests`; null where it does not. */
  readonly attribute: string | null;
}

/** Folders whose members are packages of a language: where they lie, and the set that they are in. */
const SETS: readonly (readonly [folder: string, set: string])[] = [
  ['pkgs/development/python-modules/', 'python3Packages'],
  ['pkgs/development/ocaml-modules/', 'ocamlPackages'],
  ['pkgs/development/php-packages/', 'phpPackages'],
  ['pkgs/development/perl-modules/', 'perlPackages'],
  ['pkgs/development/lua-modules/', 'luaPackages'],
  ['pkgs/development/beam-modules/', 'beamPackages'],
];

const BY_NAME = 'pkgs/by-name/';
/** Lists of packages, tests and tools: no package lies there. */
const NO_PACKAGES: readonly string[] = ['pkgs/top-level/', 'pkgs/test/', 'pkgs/pkgs-lib/', 'pkgs/build-support/'];

/** Null where the file is of no package: a module, a list of packages, documentation. */
export function placeOf(path: string): PackagePlace | null {
  if (!path.startsWith('pkgs/') || NO_PACKAGES.some((folder) => path.startsWith(folder))) return null;
  const parts = path.split('/');
  if (path.startsWith(BY_NAME)) {
    const [shard, name] = parts.slice(2);
    if (shard === undefined || name === undefined || parts.length < 5) return null;
    return { folder: `${BY_NAME}${shard}/${name}`, name, attribute: name };
  }
  const set = SETS.find(([folder]) => path.startsWith(folder));
  if (set !== undefined) {
    const [folder, prefix] = set;
    const [name, file] = path.slice(folder.length).split('/');
    if (name === undefined || file === undefined) return null;
    return { folder: folder + name, name, attribute: `${prefix}.${name}` };
  }
  const name = parts.at(-2);
  if (name === undefined || parts.length < 4) return null;
  return { folder: parts.slice(0, -1).join('/'), name, attribute: null };
}
