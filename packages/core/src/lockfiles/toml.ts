import { parse } from 'smol-toml';
import type { Collection } from './collect.ts';
import { isObject, ownMember, pointer, textMember } from './json.ts';
import { lineNumber, linesOf } from './lines.ts';
import { LockfileProblem } from './problem.ts';

/** The table that a TOML lockfile consists of. */
export function parseToml(text: string): object {
  try {
    return parse(text, { maxDepth: 20 });
  } catch (cause) {
    const [message = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new LockfileProblem(`The file is not valid TOML: ${message.slice(0, 200)}`, { cause });
  }
}

/** The lines on which a header such as `[[package]]` is. */
export function placesOf(text: string, header: string): string[] {
  const places: string[] = [];
  for (const line of linesOf(text)) if (line.text.trim() === header) places.push(lineNumber(line.number));
  return places;
}

/** An entry of an array of tables. */
export interface TomlEntry {
  readonly name: string;
  readonly entry: object;
  readonly place: string;
}

/** The entries of an array of tables that have a name, each with its line; the others are skipped. */
export function namedEntries(
  entries: readonly unknown[],
  { key, places }: { readonly key: string; readonly places: readonly string[] },
  collection: Collection,
): TomlEntry[] {
  return entries.flatMap((entry, index) => {
    const place = places.length === entries.length ? (places[index] ?? '') : pointer(key, String(index));
    const name = isObject(entry) ? textMember(entry, 'name') : null;
    if (isObject(entry) && name !== null) return [{ name, entry, place }];
    collection.skip(place, null, 'the entry has no name');
    return [];
  });
}

/** A TOML file and its array of tables of this key: `[[package]]`. Throws where there is none and nothing says that it is such a file. */
export function readTables(
  text: string,
  { key, is }: { readonly key: string; readonly is: { readonly member: string; readonly kind: string } },
  collection: Collection,
): { readonly file: object; readonly entries: readonly TomlEntry[] } {
  const places = placesOf(text, `[[${key}]]`);
  collection.announce(places.length);
  const file = parseToml(text);
  const tables = ownMember(file, key);
  if (!Array.isArray(tables) && ownMember(file, is.member) === undefined) {
    throw new LockfileProblem(`Not a ${is.kind} file: "[[${key}]]" and "${is.member}" are missing.`);
  }
  return { file, entries: namedEntries(Array.isArray(tables) ? tables : [], { key, places }, collection) };
}
