import { readVulnerabilityRecord } from '@almanac/core/records';
import { openDocuments } from '../../queries/documents.ts';
import { documentsOfIds } from '../../queries/documents-of-ids.ts';
import type { Db } from '../../store/database.ts';

/** More are not asked for at once: a list has at most so many rows. */
const MOST = 200;

/** What NVD writes about these CVEs, from its documents. */
export async function nvdDescriptions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await documentsOfIds(db, ids.slice(0, MOST), ['nvd'], null);
  const raws = await openDocuments().unpack(
    db,
    found.map(({ packed }) => packed),
  );
  return new Map(
    found.flatMap(({ key }, i) => {
      const value = raws[i]?.toString();
      const { description } = readVulnerabilityRecord({ source: 'nvd', key, value });
      return description === null ? [] : [[key, description] as const];
    }),
  );
}
