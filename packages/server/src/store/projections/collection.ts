import { sql } from 'kysely';
import { type CollectionRow, collectionRows } from '../../projections/collection.ts';
import type { ColumnType } from '../../projections/columns.ts';
import type { Transaction } from '../database.ts';
import { ofKnownRecords, type RowChange } from './change.ts';
import { defineProjection } from './define-projection.ts';
import { unnestRows } from './unnest-rows.ts';

const SAID = {
  collection: 'text',
  channel: 'text',
  attribute: 'text',
  pname: 'text',
  version: 'text',
  lookup: 'text[]',
  subject_keys: 'text[]',
  ecosystem: 'text',
  ecosystem_name: 'text',
  cpes: 'text[]',
  purls: 'text[]',
  makers: 'text[]',
  known_vulnerabilities: 'text[]',
  patched: 'text[]',
  insecure: 'boolean',
  description: 'text',
  homepage: 'text',
  maintainers: 'text[]',
  position: 'text',
} as const satisfies Record<keyof CollectionRow, ColumnType>;

/** The line in a file moves with every change above it: the one on which the row was opened stays. */
const compared = (table: string) =>
  sql.join(
    Object.keys(SAID).map((name) => {
      const column = sql.ref(`${table}.${name}`);
      return name === 'position' ? sql`regexp_replace(${column}, ':[0-9]+$', '')` : column;
    }),
  );

const COLUMNS = { record_id: 'bigint', known_from: 'timestamptz', ...SAID } as const;

export const collectionProjection = defineProjection({
  name: 'collection',
  version: 3,
  sources: ['packages'],
  tables: ['collection_package'],
  rows: ({ value, key }) => collectionRows(value, { key }),
  write: writeCollection,
});

/** Closes what entries no longer say and opens what they say now; a row that says the same is not touched. */
async function writeCollection(trx: Transaction, changes: readonly RowChange<CollectionRow>[]): Promise<void> {
  const known = new Set(ofKnownRecords(changes).map(({ version }) => version.recordId));
  const said = changes.flatMap(({ version, rows }) =>
    rows.map((row) => ({ ...row, record_id: version.recordId, known_from: version.observedAt })),
  );
  const opened = known.size === 0 ? said : await closeOthers(trx, changes, known, said);
  if (opened.length === 0) return;
  const names = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)));
  await sql`insert into collection_package (${names}) select ${names} from ${unnestRows(opened, COLUMNS)}`.execute(trx);
}

type Said = CollectionRow & { readonly record_id: number; readonly known_from: Date };

/** Returns those that are not said yet. */
async function closeOthers(
  trx: Transaction,
  changes: readonly RowChange<CollectionRow>[],
  known: ReadonlySet<number>,
  said: readonly Said[],
): Promise<readonly Said[]> {
  const again = said.filter(({ record_id }) => known.has(record_id));
  const { rows } =
    again.length === 0
      ? { rows: [] }
      : await sql<{ record_id: number }>`
          select open.record_id from collection_package as open join ${unnestRows(again, COLUMNS)} using (record_id)
          where open.known_to is null and (${compared('open')}) is not distinct from (${compared('given')})`.execute(
          trx,
        );
  const same = new Set(rows.map(({ record_id }) => record_id));
  const closing = changes
    .filter(({ version }) => known.has(version.recordId) && !same.has(version.recordId))
    .map(({ version }) => ({ record_id: version.recordId, at: version.observedAt }));
  if (closing.length > 0) {
    await sql`
      update collection_package set known_to = given.at
      from ${unnestRows(closing, { record_id: 'bigint', at: 'timestamptz' })}
      where collection_package.record_id = given.record_id and known_to is null`.execute(trx);
  }
  return said.filter(({ record_id }) => !same.has(record_id));
}
