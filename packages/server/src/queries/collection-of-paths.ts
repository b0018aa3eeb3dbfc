import type { PathEntry } from '@almanac/core/collection';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { goesBy } from './names-among.ts';

/** Names of one question. */
const AT_ONCE = 5_000;

/** Looks up today's packages by name (in the form of `lookupForm`). */
export async function collectionOfPaths(
  db: Db,
  names: readonly string[],
): Promise<ReadonlyMap<string, readonly PathEntry[]>> {
  const found = new Map<string, PathEntry[]>();
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    const wanted = new Set(some);
    const { rows } = await sql<PathEntry & { readonly lookup: readonly string[] }>`
      select attribute, pname, version, channel, lookup from collection_package
      where ${goesBy(some)} and known_to is null`.execute(db);
    for (const { lookup, ...entry } of rows) {
      for (const name of lookup) {
        if (!wanted.has(name)) continue;
        const entries = found.get(name);
        if (entries === undefined) found.set(name, [entry]);
        else entries.push(entry);
      }
    }
  }
  return found;
}
