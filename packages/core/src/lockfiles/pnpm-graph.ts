import { type Collection, shortPlace } from './collect.ts';
import { pointer } from './json.ts';
import { buildKey, type PnpmMajor, splitKey, withoutPeers } from './pnpm-keys.ts';
import { quoted } from './problem.ts';
import { waysFrom } from './ways.ts';
import { isMap, mapEntries, mapText, type YamlMap } from './yaml.ts';

/** Facts about packages that their entries lack, by the key in `packages`. */
export interface PnpmGraph {
  /** Direct dependencies. */
  readonly direct: ReadonlySet<string>;
  /** Packages reachable without development dependencies. */
  readonly production: ReadonlySet<string>;
  /** Packages reachable from a development dependency. */
  readonly development: ReadonlySet<string>;
  /** The path to a package, each step with its version. */
  readonly through: ReadonlyMap<string, readonly string[]>;
}

const PRODUCTION: readonly string[] = ['dependencies', 'optionalDependencies'];
/** The last two are those of pnpm itself: its plugins, and its own version. */
const DEVELOPMENT: readonly string[] = ['devDependencies', 'configDependencies', 'packageManagerDependencies'];

/** Follows what the projects of the file depend on; links to folders are skipped with their reason, each name once. */
export function pnpmGraph(major: PnpmMajor, file: YamlMap, collection: Collection): PnpmGraph {
  const starts = { production: new Set<string>(), development: new Set<string>() };
  const links = new Set<string>();
  for (const [importer, project] of listImporters(file)) {
    const above = shortPlace(pointer('importers', importer));
    for (const [group, into] of GROUPS) {
      for (const [name, value] of mapEntries(isMap(project) ? project.get(group) : null)) {
        const reference = typeof value === 'string' ? value : (mapText(value, 'version') ?? '');
        const key = buildKey(major, name, reference);
        if (key !== null) starts[into].add(key);
        else if (!links.has(name)) {
          links.add(name);
          const place = `${above}${pointer(group, name)}`;
          collection.skip(
            place,
            name,
            `a link to the folder ${quoted(reference.slice('link:'.length))} of this project`,
          );
        }
      }
    }
  }
  const edges = major === 9 ? file.get('snapshots') : file.get('packages');
  return {
    direct: packageKeys(major, [...starts.production, ...starts.development]),
    production: packageKeys(major, reached(major, edges, starts.production)),
    development: packageKeys(major, reached(major, edges, starts.development)),
    through: findPath(major, edges, starts.production.union(starts.development)),
  };
}

const GROUPS: ReadonlyArray<readonly [group: string, into: 'production' | 'development']> = [
  ...PRODUCTION.map((group) => [group, 'production'] as const),
  ...DEVELOPMENT.map((group) => [group, 'development'] as const),
];

/** A file for one project has its dependencies at the top. */
function listImporters(file: YamlMap): [string, unknown][] {
  const importers = mapEntries(file.get('importers'));
  return importers.length === 0 ? [['.', file]] : importers;
}

function reached(major: PnpmMajor, edges: unknown, starts: ReadonlySet<string>): Iterable<string> {
  const seen = new Set(starts);
  if (!isMap(edges)) return seen;
  // A set hands out what is added while it is walked.
  for (const key of seen) for (const next of neededBy(major, edges, key)) seen.add(next);
  return seen;
}

function neededBy(major: PnpmMajor, edges: YamlMap, key: string): string[] {
  const entry = edges.get(key);
  if (!isMap(entry)) return [];
  const named = PRODUCTION.flatMap((group) => mapEntries(entry.get(group)));
  return named.flatMap(([name, reference]) =>
    typeof reference === 'string' ? (buildKey(major, name, reference) ?? []) : [],
  );
}

/** Chooses the nearest of several installations. */
function findPath(
  major: PnpmMajor,
  edges: unknown,
  starts: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const through = new Map<string, readonly string[]>();
  if (!isMap(edges)) return through;
  const wayTo = waysFrom(starts, (key) => neededBy(major, edges, key));
  for (const [installed] of mapEntries(edges)) {
    const way = wayTo(installed);
    const key = major === 9 ? withoutPeers(installed) : installed;
    const known = through.get(key);
    if (way === null || (known !== undefined && known.length <= way.length)) continue;
    const words = way.map((step) => {
      const { name, version } = splitKey(major, step);
      return shortPlace(`${name} ${version}`);
    });
    through.set(key, words);
  }
  return through;
}

/** Since version 9 the installations stand apart from the packages. */
function packageKeys(major: PnpmMajor, keys: Iterable<string>): ReadonlySet<string> {
  return new Set(major === 9 ? Array.from(keys, withoutPeers) : keys);
}
