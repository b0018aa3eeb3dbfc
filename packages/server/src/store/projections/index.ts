import type { SourceId } from '@almanac/contract';
import type { Transaction } from '../database.ts';
import { markPacks } from '../packs.ts';
import { advisoryProjection } from './advisory.ts';
import { affectedProjection } from './affected.ts';
import { aliasesProjection } from './aliases.ts';
import { channelsProjection } from './channels.ts';
import { collectionProjection } from './collection.ts';
import {
  type ProjectedRecord,
  type Projection,
  projectable,
  type RecordChange,
  type Written,
} from './define-projection.ts';
import { dependenciesProjection } from './dependencies.ts';
import { epssProjection } from './epss.ts';
import { exploitsProjection } from './exploits.ts';
import { kevProjection } from './kev.ts';
import { recordFactsProjection } from './record-facts.ts';
import { relationsProjection } from './relations.ts';
import { searchProjection } from './search.ts';
import { SOURCE_TABLE_PROJECTIONS } from './source-tables.ts';
import { trackerProjection } from './tracker.ts';
import { vulnerabilitiesProjection } from './vulnerabilities.ts';
import { weaknessProjection } from './weaknesses.ts';

/**
 * Every projection. The order is that of writing: search reads what KEV says, and vulnerabilities read what aliases, relations and the
 * records come to. A change of any of these three raises the version of the vulnerabilities, too.
 */
export const PROJECTIONS: readonly Projection[] = [
  affectedProjection,
  ...SOURCE_TABLE_PROJECTIONS,
  advisoryProjection,
  weaknessProjection,
  recordFactsProjection,
  epssProjection,
  kevProjection,
  exploitsProjection,
  channelsProjection,
  trackerProjection,
  collectionProjection,
  dependenciesProjection,
  searchProjection,
  relationsProjection,
  aliasesProjection,
  vulnerabilitiesProjection,
];

/** Computes and writes what records of a source come to, in the transaction that stores them. A record comes up once. */
export async function writeProjections(
  trx: Transaction,
  source: SourceId,
  changes: readonly RecordChange[],
): Promise<Written> {
  let written: Written = { rows: 0, dropped: 0 };
  if (changes.length === 0) return written;
  const computed = changes.map((change) => withRows(source, change));
  for (const { write } of getProjections(source)) {
    const { rows, dropped } = await write(trx, source, computed);
    written = { rows: written.rows + rows, dropped: written.dropped + dropped };
  }
  await markPacks(
    trx,
    source,
    changes.map(({ version }) => version.recordId),
  );
  return written;
}

function withRows(source: SourceId, change: RecordChange): RecordChange {
  const { version, value, projected } = change;
  if (projected !== undefined || version.removed === true) return change;
  return { ...change, projected: projectRecord(source, version.key, value) };
}

/** Computes the rows of a record. */
export function projectRecord(source: SourceId, key: string, value: unknown): ProjectedRecord {
  const from = projectable(source, key, value);
  return Object.fromEntries(getProjections(source).map(({ name, rows }) => [name, rows?.(from)]));
}

function getProjections(source: SourceId): readonly Projection[] {
  return PROJECTIONS.filter(({ sources }) => sources.includes(source));
}
