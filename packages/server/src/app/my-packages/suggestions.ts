import { lookupForm, lookupNames } from '@almanac/core/collection';
import { type NameSuggestion, suggestNames } from '@almanac/core/my-packages';
import { collectionPackages } from '../../queries/collection-packages.ts';
import { packagesLike, packagesSpelled } from '../../queries/packages-like.ts';
import type { Db } from '../../store/database.ts';
import { slipsOf } from '../search/spelling.ts';

interface AskedName {
  readonly name: string;
  readonly version: string | null;
}

/** Names of one list for which others are suggested: a list with more is of another collection. */
const MOST_NAMES = 10;
/** Shorter ones are in too many names. */
const SHORTEST = 3;
/** Names of records that are looked up in the collection, of one word. */
const MOST_FORMS = 100;

/** What may be meant by names that the collection does not have, in their order. One of which nothing is known has an empty list. */
export async function suggestionsFor(db: Db, asked: readonly AskedName[]): Promise<readonly NameSuggestion[][]> {
  const words = asked.slice(0, MOST_NAMES).map(({ name }) => name.toLowerCase());
  const different = [...new Set(words)].filter(({ length }) => length >= SHORTEST);
  const containing = await packagesLike(db, different);
  const missing = new Set(different).difference(new Set(containing.map(({ word }) => word)));
  const spellings = [...missing].flatMap((word) => slipsOf(word).map((name) => ({ word, name })));
  const like = Map.groupBy([...containing, ...(await packagesSpelled(db, spellings))], ({ word }) => word);
  const formsOf = new Map(
    words.map((word) => {
      const named = (like.get(word) ?? []).map(({ name }) => name).toSorted((a, b) => a.length - b.length);
      return [word, new Set(slipsOf(word).concat(named.slice(0, MOST_FORMS)).map(lookupForm))];
    }),
  );
  const forms = new Set([...formsOf.values()].flatMap((own) => Array.from(own)));
  const { rows } = await collectionPackages(db, [...forms], null);
  return asked.map(({ name, version }) => {
    const word = name.toLowerCase();
    const own = formsOf.get(word) ?? new Set<string>();
    const attributes = rows.flatMap((row) => (lookupNames(row).some((form) => own.has(form)) ? [row.attribute] : []));
    // What no record is about now, and what has no ecosystem, cannot be asked for.
    const packages = (like.get(word) ?? []).flatMap(({ ecosystem, name: there, records }) =>
      ecosystem === null || records === 0 ? [] : [{ ecosystem, name: there, records }],
    );
    return suggestNames({ name, version }, { attributes: [...new Set(attributes)], packages });
  });
}
