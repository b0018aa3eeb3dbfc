import type { FoundAssertion, MatchFacts } from '@almanac/core/matching';
import { readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';
import { firstPatchedVersions, type NamedVersion } from '@almanac/core/remediation';
import { documentsOfIds } from '../../queries/documents-of-ids.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import type { ExactPackage } from './plan-facts.ts';

/** Advisories whose documents are read for so many packages at once. */
const MOST_DOCUMENTS = 500;

/** For each package the versions that advisories call patched beside a range that does not name them. */
export async function patchedVersions(
  { documents }: Pick<Deps, 'documents'>,
  db: Db,
  packages: readonly ExactPackage[],
  facts: readonly Pick<MatchFacts, 'found'>[],
): Promise<readonly (readonly NamedVersion[])[]> {
  const idsOf = facts.map(({ found }) => found.filter(endsUnnamed).map(({ assertion }) => assertion.record.id));
  const ids = [...new Set(idsOf.flat())].slice(0, MOST_DOCUMENTS);
  if (ids.length === 0) return packages.map(() => []);
  const kept = await documentsOfIds(db, ids, ['advisory'], null);
  const raws = await documents.unpack(
    db,
    kept.map(({ packed }) => packed),
  );
  const records = new Map(kept.map(({ key }, i) => [key, recordOf(key, raws[i]?.toString() ?? 'null')]));
  return packages.map(({ ecosystem, name }, i) =>
    (idsOf[i] ?? []).flatMap((id) => {
      const record = records.get(id);
      const versions = record === undefined ? [] : firstPatchedVersions(record, ecosystem, name);
      return versions.map((version) => ({ version, by: `advisory ${id}` }));
    }),
  );
}

function recordOf(key: string, value: string): VulnerabilityRecord {
  return readVulnerabilityRecord({ source: 'advisory', key, value });
}

/** Of the advisory database, with a range that includes its end. */
function endsUnnamed({ assertion }: FoundAssertion): boolean {
  return (
    assertion.record.source === 'advisory' &&
    !assertion.withdrawn &&
    assertion.claims.some((claim) => claim.type === 'range' && claim.intervals.some(({ to }) => to?.inclusive === true))
  );
}
