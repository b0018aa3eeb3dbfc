import type { SourceId } from '@almanac/contract';
import { sourceNumber } from '../../../src/projections/version.ts';
import { keptValue } from '../../../src/sources/index.ts';
import type { Db, Transaction } from '../../../src/store/database.ts';
import { lockRecords, writeVersions } from '../../../src/store/evidence.ts';
import { pack, sha256 } from '../../../src/store/packing.ts';
import { writeProjections } from '../../../src/store/projections/index.ts';
import { writeRemovals } from '../../../src/store/removals.ts';
import { recordRun } from '../../../src/store/runs.ts';

/** Stores records as an ingest would: evidence and what follows from it, in one transaction. */
export interface ProjectionStore {
  /** The value of a record, or null where the source no longer has it, by key. */
  put(source: SourceId, records: Readonly<Record<string, unknown>>, at: Date): Promise<void>;
}

export function projectionStore(db: Db): ProjectionStore {
  return {
    put: (source, records, at) => db.transaction().execute((trx) => putRecords(trx, source, records, at)),
  };
}

/** The same in a transaction that ends when the caller says so. */
export async function putRecords(
  trx: Transaction,
  source: SourceId,
  records: Readonly<Record<string, unknown>>,
  at: Date,
): Promise<void> {
  const number = sourceNumber(source);
  const keys = Object.keys(records);
  const kept = keys.filter((key) => records[key] !== null);
  const run = await recordRun(trx, number, at, { seen: 0, changed: 0, removed: 0, unreadable: 0 });
  await lockRecords(trx, number, keys);
  const versions = await writeVersions(
    trx,
    run,
    kept.map((key) => evidence(key, records[key])),
    at,
  );
  await writeProjections(
    trx,
    source,
    versions.map((version) => ({ version, value: valueOf(source, version.key, records[version.key]) })),
  );
  const gone = keys.filter((key) => records[key] === null);
  const removed = await writeRemovals(trx, run, gone, new Date(8.64e15), at);
  const removals = removed.map((version) => ({ version: { ...version, removed: true }, value: null }));
  await writeProjections(trx, source, removals);
}

/** What the source would have made of it: what is no JSON is given as its text, others may be. */
function valueOf(source: SourceId, key: string, given: unknown): unknown {
  return typeof given === 'string' ? keptValue(source, key, Buffer.from(given)) : given;
}

function evidence(key: string, value: unknown) {
  const raw = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
  return { key, rawSha256: sha256(raw), contentSha256: sha256(raw), modified: null, withdrawn: false, ...pack(raw) };
}
