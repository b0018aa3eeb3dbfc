import { readVulnerabilityRecord } from '@almanac/core/records';
import { openDocuments } from '../../queries/documents.ts';
import { documentsOfIds } from '../../queries/documents-of-ids.ts';
import type { Db } from '../../store/database.ts';

/** Documents that are held at once. */
const AT_ONCE = 200;

/** What NVD writes about these CVEs, from its documents. */
export async function nvdDescriptions(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const descriptions = new Map<string, string>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const found = await documentsOfIds(db, ids.slice(from, from + AT_ONCE), ['nvd'], null);
    const raws = await openDocuments().unpack(
      db,
      found.map(({ packed }) => packed),
    );
    for (const [i, { key }] of found.entries()) {
      const { description } = readVulnerabilityRecord({ source: 'nvd', key, value: raws[i]?.toString() });
      if (description !== null) descriptions.set(key, description);
    }
  }
  return descriptions;
}
