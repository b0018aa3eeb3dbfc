import type { PurlParts } from '../purl/purl.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { pointer } from './json.ts';
import { originOfResolved, vcsQualifiers } from './origin.ts';
import { type PnpmGraph, pnpmGraph } from './pnpm-graph.ts';
import { type PnpmMajor, splitKey } from './pnpm-keys.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { isMap, linesOfKeys, mapEntries, mapText, parseYamlMaps, type YamlMap } from './yaml.ts';

export const pnpmLock = defineLockfile({
  kind: 'pnpm-lock.yaml',
  read: readPnpm,
  page: {
    forms: '5, 6, 9',
    direct: 'dependencies of the importers',
    dev: 'the flag; from version 9, packages reached only from `devDependencies`',
    place: 'line',
    skipped: 'workspaces, links to folders and copies of folders; runtimes fetched by pnpm',
  },
});

/** pnpm-lock.yaml, versions 5, 6 and 9; returns the version. https://github.com/pnpm/spec/tree/master/lockfile */
function readPnpm(text: string, collection: Collection): string {
  // pnpm may keep a lockfile of its own plugins as a document before that of the projects.
  const files = parseYamlMaps(text).filter((file) => file.has('lockfileVersion'));
  const last = files.at(-1);
  if (last === undefined) throw new LockfileProblem('Not a pnpm-lock.yaml file: "lockfileVersion" is missing.');
  for (const file of files) readDocument(file, files.length === 1 ? text : null, collection);
  return mapText(last, 'lockfileVersion') ?? '';
}

function readDocument(file: YamlMap, text: string | null, collection: Collection): void {
  const major = majorOf(mapText(file, 'lockfileVersion') ?? '');
  const graph = pnpmGraph(major, file, collection);
  const packages = mapEntries(file.get('packages'));
  const places = text === null ? null : linesOfKeys(text, 'packages', 2, packages.length);
  for (const [index, [key, entry]] of packages.entries()) {
    readPackage(major, { key, entry, place: places?.[index] ?? pointer('packages', key) }, graph, collection);
  }
}

function majorOf(version: string): PnpmMajor {
  const major = Number.parseInt(version, 10);
  if (major === 5 || major === 6 || major === 9) return major;
  throw new LockfileProblem(`pnpm-lock.yaml version ${quoted(version)} is not supported; use 5, 6 or 9.`);
}

interface PnpmPackage {
  readonly key: string;
  readonly entry: unknown;
  readonly place: string;
}

function readPackage(
  major: PnpmMajor,
  { key, entry, place }: PnpmPackage,
  graph: PnpmGraph,
  collection: Collection,
): void {
  const written = splitKey(major, key);
  // Where the key is an address, name and version stand in the entry.
  const name = mapText(entry, 'name') ?? written.name;
  const version = mapText(entry, 'version') ?? (/[:/]/.test(written.version) ? null : written.version);
  const resolution = isMap(entry) ? entry.get('resolution') : null;
  const source = sourceOf(resolution);
  if (typeof source === 'string') return collection.skip(place, name, source);
  collection.add({
    type: 'npm',
    name,
    version: version === '' ? null : version,
    qualifiers: source,
    direct: graph.direct.has(key),
    through: graph.through.get(key),
    dev: devOf(mapText(entry, 'dev'), key, graph),
    place,
  });
}

/** The qualifiers of a package from elsewhere, null for the registry, or why it is no published package. */
function sourceOf(resolution: unknown): PurlParts['qualifiers'] | string {
  const type = mapText(resolution, 'type');
  if (type === 'directory') {
    return `a copy of the folder ${quoted(mapText(resolution, 'directory') ?? '')}, not a published package`;
  }
  if (type === 'git') return vcsQualifiers(mapText(resolution, 'repo') ?? '', mapText(resolution, 'commit'));
  if (type !== null) return `a ${quoted(type)} fetched by pnpm, not a published package`;
  const origin = originOfResolved(mapText(resolution, 'tarball'));
  return 'qualifiers' in origin ? (origin.qualifiers ?? null) : null;
}

/** Up to version 6 the entry says it; since then it follows from what the projects depend on. */
function devOf(written: string | null, key: string, { production, development }: PnpmGraph): boolean | null {
  if (written === 'true' || written === 'false') return written === 'true';
  if (production.has(key)) return false;
  return development.has(key) ? true : null;
}
