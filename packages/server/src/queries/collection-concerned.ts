import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import { type CollectionPackageRow, PACKAGE_COLUMNS } from './collection-packages.ts';
import { standingAt } from './held-at.ts';

export interface ConcernedRows {
  readonly rows: readonly CollectionPackageRow[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** Nobody reads on so far. */
const MAX_ROWS = 2_000;

/**
 * Every row of the attributes of which one has such a key (`entryKeys` of the core), now or as they stood at an instant. Rows from before
 * there were keys are found by their names: the rebuild of the projection gives them keys.
 */
export async function collectionConcerned(
  db: Db,
  keys: readonly string[],
  at: Date | null,
  most = MAX_ROWS,
): Promise<ConcernedRows> {
  if (keys.length === 0) return { rows: [], complete: true };
  const standing = standingAt(toMoment(at));
  const { rows } = await sql<CollectionPackageRow>`
    select ${PACKAGE_COLUMNS} from collection_package
    where ${standing} and attribute = any(array(
      select distinct attribute from collection_package
      where coalesce(subject_keys, lookup) && ${texts(keys)} and ${standing}))
    order by channel, attribute collate "C" limit ${most + 1}`.execute(db);
  return { rows: rows.slice(0, most), complete: rows.length <= most };
}
