import type { CollectionFact } from '@almanac/core/matching';
import type { NamedVersion } from '@almanac/core/remediation';
import { aggregatorNames, readProject, repositoryVersions } from '@almanac/core/repology';
import { fetchedRecord } from '../../queries/fetched-record.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';

/** Of repositories, those whose versions are of releases. */
const RELEASED: readonly string[] = ['newest', 'outdated', 'vulnerable', 'unique'];

/** The versions of an attribute that channels of the collection, or repositories by the kept word of the aggregator, hold. */
export async function heldVersions(
  { documents }: Pick<Deps, 'documents'>,
  db: Db,
  attribute: string,
  collection: readonly CollectionFact[],
): Promise<NamedVersion[]> {
  const carried = collection.flatMap((fact) =>
    fact.version === null || fact.attribute !== attribute
      ? []
      : [{ version: fact.version, by: `packages ${fact.channel}` }],
  );
  // What is kept: a plan asks nobody, since the aggregator's budget is for those who ask it by name.
  const kept = await fetchedRecord(db, 'repology', aggregatorNames(attribute).project);
  if (kept === null) return carried;
  const [bytes] = await documents.unpack(db, [kept.packed]);
  const rows = readProject(JSON.parse(bytes?.toString() ?? 'null')) ?? [];
  const elsewhere = repositoryVersions(rows).filter(({ status }) => RELEASED.includes(status));
  return [...carried, ...elsewhere.map(({ version, repo }) => ({ version, by: `repology ${repo}` }))];
}
