import { type FoundAssertion, firstPatchedVersions, type NamedVersion } from '@almanac/core';
import { documentsOfIds } from '../../queries/documents-of-ids.ts';
import type { Db } from '../../store/database.ts';
import type { Deps } from '../deps.ts';
import type { ExactFacts } from '../packages/exact-facts.ts';
import type { ExactPackage } from './plan-facts.ts';

/** Advisories whose documents are read for so many packages at once. */
const MOST_DOCUMENTS = 500;

/** For each package the versions that advisories call patched beside a range that does not name them. */
export async function patchedVersions(
  { documents }: Pick<Deps, 'documents'>,
  db: Db,
  packages: readonly ExactPackage[],
  facts: readonly ExactFacts[],
): Promise<readonly (readonly NamedVersion[])[]> {
  const idsOf = facts.map(({ found }) => found.filter(endsUnnamed).map(({ assertion }) => assertion.record.id));
  const ids = [...new Set(idsOf.flat())].slice(0, MOST_DOCUMENTS);
  if (ids.length === 0) return packages.map(() => []);
  const kept = await documentsOfIds(db, ids, ['advisory'], null);
  const raws = await documents.unpack(
    db,
    kept.map(({ packed }) => packed),
  );
  const values = new Map(kept.map(({ key }, i): [string, unknown] => [key, JSON.parse(raws[i]?.toString() ?? 'null')]));
  return packages.map(({ ecosystem, name }, i) =>
    (idsOf[i] ?? []).flatMap((id) =>
      firstPatchedVersions(values.get(id), ecosystem, name).map((version) => ({ version, by: `advisory ${id}` })),
    ),
  );
}

/** Of the advisory database, with a range that includes its end. */
function endsUnnamed({ assertion }: FoundAssertion): boolean {
  return (
    assertion.record.source === 'advisory' &&
    !assertion.withdrawn &&
    assertion.claims.some((claim) => claim.type === 'range' && claim.intervals.some(({ to }) => to?.inclusive === true))
  );
}
