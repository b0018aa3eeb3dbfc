import { lookupForm } from '@almanac/core/collection';
import type { CollectionFact, MatchQuestion } from '@almanac/core/matching';
import { canonicalName } from '@almanac/core/names';
import { type CollectionPackageRow, collectionPackages } from '../../queries/collection-packages.ts';
import { recordHashes } from '../../queries/record-hashes.ts';
import type { Db } from '../../store/database.ts';

export interface CollectionFacts {
  readonly facts: readonly CollectionFact[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** For each question, in their order, the entries of the collection that go by the name; none where an ecosystem is asked about. */
export async function collectionFacts(
  db: Db,
  questions: readonly MatchQuestion[],
  at: Date | null,
): Promise<readonly CollectionFacts[]> {
  const names = questions.map(({ ecosystem, package: name }) =>
    ecosystem == null ? new Set([name, canonicalName(name)].map(lookupForm)) : new Set<string>(),
  );
  const { rows, cut } = await collectionPackages(db, [...new Set(names.flatMap((each) => [...each]))], at);
  // Only what the collection says of itself is evidence by its bytes: patches and known vulnerabilities.
  const telling = rows.filter((row) => row.patched.length > 0 || row.knownVulnerabilities.length > 0);
  const past = at === null ? [] : telling.map(({ recordId }) => recordId);
  const hashes = await recordHashes(db, past, at);
  const placesOf = new Map<string, number[]>();
  names.forEach((wanted, place) => {
    for (const name of wanted) placesOf.set(name, [...(placesOf.get(name) ?? []), place]);
  });
  const facts: CollectionFact[][] = names.map(() => []);
  for (const row of rows) {
    const fact = factOf(row, at === null ? row.sha256 : (hashes.get(row.recordId) ?? null));
    for (const place of new Set(row.lookup.flatMap((name) => placesOf.get(name) ?? []))) facts[place]?.push(fact);
  }
  return names.map((wanted, place) => ({ facts: facts[place] ?? [], complete: cut.isDisjointFrom(wanted) }));
}

/** What the collection says, as matching takes it. */
export function factOf(row: CollectionPackageRow, sha256: string | null): CollectionFact {
  const { attribute, pname, channel, version, ecosystem, ecosystemName, cpes, purls, makers, homepage } = row;
  const { knownVulnerabilities, patched } = row;
  return {
    attribute,
    pname,
    channel,
    version,
    ecosystem,
    ecosystemName,
    cpes,
    purls,
    makers,
    homepage,
    knownVulnerabilities,
    patched,
    sha256,
  };
}
