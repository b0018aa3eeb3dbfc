import type { Collection } from './collect.ts';
import { pointer } from './json.ts';
import { originOf } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { isMap, linesOfKeys, mapEntries, mapText, parseYamlMaps } from './yaml.ts';
import { splitRequest } from './yarn-requests.ts';

/**
 * yarn.lock of Yarn 2 and later. Workspaces stand in the file with what they ask for, those of development among the others: so
 * what is asked for directly is known, and what serves development alone is not.
 */
export function readYarnBerry(text: string, collection: Collection): string {
  const [file] = parseYamlMaps(text);
  const metadata = file?.get('__metadata');
  if (file === undefined || !isMap(metadata))
    throw new LockfileProblem('Not a yarn.lock file: "__metadata" is missing.');
  const entries = mapEntries(file);
  const places = linesOfKeys(text, null, 0, file.size);
  const asked = askedFor(entries);
  let patched = 0;
  for (const [index, [key, entry]] of entries.entries()) {
    if (key === '__metadata') continue;
    const place = places?.[index] ?? pointer(key);
    const resolution = mapText(entry, 'resolution');
    if (resolution === null) collection.skip(place, key, 'the entry has no resolution');
    else if (readEntry({ key, entry, resolution, place }, asked, collection) === 'patch') patched += 1;
  }
  if (patched > 0) collection.note(`${patched} of the packages are patched; treated as published.`);
  return `berry ${mapText(metadata, 'version') ?? 'of no version'}`;
}

interface Resolved {
  readonly key: string;
  readonly entry: unknown;
  readonly resolution: string;
  readonly place: string;
}

/** Returns the protocol. */
function readEntry(from: Resolved, asked: ReadonlySet<string>, collection: Collection): string {
  const { name, range } = splitRequest(from.resolution);
  const colon = range.indexOf(':');
  const protocol = colon === -1 ? '' : range.slice(0, colon);
  const refusal = refusalOf(protocol, from, range);
  if (refusal !== null) {
    collection.skip(from.place, name, refusal);
    return protocol;
  }
  const origin = REGISTRY.includes(protocol) ? null : originOf(unbound(range));
  if (origin?.from === 'folder') {
    collection.skip(from.place, name, `a copy of the folder ${quoted(origin.folder)}, not a published package`);
    return protocol;
  }
  collection.add({
    type: 'npm',
    name,
    version: mapText(from.entry, 'version'),
    qualifiers: origin !== null && 'qualifiers' in origin ? origin.qualifiers : null,
    direct: requestsOf(from.key).some((request) => asked.has(unbound(request))),
    dev: null,
    place: from.place,
  });
  return protocol;
}

const REGISTRY: readonly string[] = ['npm', 'patch'];

/** Why an entry is none of a published package. */
function refusalOf(protocol: string, { entry }: Resolved, range: string): string | null {
  if (protocol === 'workspace') return 'a workspace of this project, not a published package';
  if (mapText(entry, 'linkType') === 'soft')
    return `a link to the folder ${quoted(unbound(range).slice(protocol.length + 1))} of this project`;
  if (FETCHED.includes(protocol)) return null;
  return `the Yarn plugin protocol ${quoted(`${protocol}:`)}, not a published package`;
}

const FETCHED: readonly string[] = [
  'npm',
  'patch',
  'file',
  'http',
  'https',
  'git',
  'ssh',
  'git+ssh',
  'git+https',
  'git@github.com',
  '',
];

/** Without what binds an address to the one who asks: `…::locator=…`. */
function unbound(range: string): string {
  const at = range.indexOf('::');
  return at === -1 ? range : range.slice(0, at);
}

/** `"a@npm:^1.0.0, a@npm:^1.1.0"` */
function requestsOf(key: string): string[] {
  return key.split(', ');
}

/** The requests of the project: of workspaces, and of plugin entries such as `condition:`, which only choose between requests. */
function askedFor(entries: readonly [string, unknown][]): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const [, entry] of entries) {
    const { range } = splitRequest(mapText(entry, 'resolution') ?? '');
    if (!OF_PROJECT.some((protocol) => range.startsWith(protocol))) continue;
    for (const [name, wanted] of mapEntries(isMap(entry) ? entry.get('dependencies') : null)) {
      asked.add(`${name}@${String(wanted)}`);
      // Before version 8 of the file the registry's protocol went without saying.
      asked.add(`${name}@npm:${String(wanted)}`);
    }
  }
  return asked;
}

const OF_PROJECT: readonly string[] = ['workspace:', 'condition:'];
