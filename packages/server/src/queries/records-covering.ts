import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import type { Moment } from './affected-valid-at.ts';
import { standingAt } from './held-at.ts';

export interface CoveringRecords {
  readonly ids: readonly string[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** A CVE may have thousands of errata; the first by id are read. */
export const MOST_COVERING = 500;

/** Ids of the records that name one of these vulnerabilities as what they are about without being its alias. */
export async function recordsCovering(
  db: Db,
  ids: readonly string[],
  at: Date | Moment | null,
  most = MOST_COVERING,
): Promise<CoveringRecords> {
  if (ids.length === 0) return { ids: [], complete: true };
  const { rows } = await sql<{ key: string }>`
    select distinct record.key
    from relation join record on record.id = relation.record_id
    where relation.id = any(${texts(ids)}) and kind in (1, 3) and ${standingAt(toMoment(at))}
    order by record.key limit ${most + 1}`.execute(db);
  return { ids: rows.slice(0, most).map(({ key }) => key), complete: rows.length <= most };
}
