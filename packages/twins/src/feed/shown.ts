import { crc32 } from 'node:zlib';
import { brokenRecord } from '../frame/broken-record.ts';
import { type Breakage, type DocumentFault, faultOf } from '../frame/fault.ts';
import { type FeedRecord, type Fields, revisionAt } from './record-feed.ts';

export interface Moment {
  readonly instant: number;
  readonly faults: readonly DocumentFault[];
}

export interface Writing {
  write(record: Fields): string;
  withdrawn(record: Fields, instant: number): Fields;
  extended(record: Fields): Fields;
  shifted(record: Fields, ms: number): Fields;
  /** For records that are not JSON. */
  readonly broken?: (record: Fields, way: Breakage) => Buffer;
}

export interface ShownRecord {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The record with all faults but breakage of its bytes; null if there is none. */
export function shownValue(record: FeedRecord, moment: Moment, writing: Writing): Fields | null {
  const value = revisionAt(record, moment.instant)?.value() ?? null;
  return value === null ? null : spoilt(value, record.id, moment, writing);
}

/** Given bytes stay unchanged, unless a fault applies. */
export function shownRecord(record: FeedRecord, moment: Moment, writing: Writing): ShownRecord | null {
  const { id } = record;
  const given = revisionAt(record, moment.instant)?.bytes;
  if (given !== undefined && !isSpoilt(id, moment.faults)) return { id, bytes: given() };
  const value = shownValue(record, moment, writing);
  if (value === null) return null;
  const breakage = faultOf(moment.faults, 'malformed_record');
  if (breakage !== undefined && (breakage.record ?? id) === id) {
    return { id, bytes: (writing.broken ?? brokenRecord)(value, breakage.way) };
  }
  return { id, bytes: Buffer.from(writing.write(value)) };
}

/** Breaks the first record unless a fault names another. */
export function* shownRecords(records: Iterable<FeedRecord>, moment: Moment, writing: Writing): Generator<ShownRecord> {
  const others = { ...moment, faults: moment.faults.filter((fault) => !isAnonymousBreakage(fault)) };
  let breakNext = true;
  for (const record of records) {
    const shown = shownRecord(record, breakNext ? moment : others, writing);
    if (shown === null) continue;
    breakNext = false;
    yield shown;
  }
}

/** Shortens or empties a listing. */
export function* remaining<T>(listing: Iterable<T>, faults: readonly DocumentFault[]): Generator<T> {
  if (faultOf(faults, 'empty_feed') !== undefined) return;
  const half = faultOf(faults, 'half_feed') !== undefined;
  let index = 0;
  for (const item of listing) {
    if (!half || index % 2 === 0) yield item;
    index += 1;
  }
}

/** Takes the same records on every request. */
export function isWithdrawn(id: string, faults: readonly DocumentFault[]): boolean {
  const withdrawal = faultOf(faults, 'mass_withdrawal');
  return withdrawal !== undefined && crc32(id) / 2 ** 32 < (withdrawal.share ?? 0.5);
}

export function jsonList(records: readonly Buffer[]): Buffer {
  const pieces = records.flatMap((bytes, position) => (position === 0 ? [bytes] : [COMMA, bytes]));
  return Buffer.concat([Buffer.from('['), ...pieces, Buffer.from(']')]);
}

const COMMA = Buffer.from(',');

const NOVELTY = { novelField: { since: 'today', values: [1, 'two', null] } };

/** Adds a member that no schema knows. */
export function withNovelty<T extends object>(value: T): T & typeof NOVELTY {
  return { ...value, ...NOVELTY };
}

function spoilt(value: Fields, id: string, { instant, faults }: Moment, writing: Writing): Fields {
  let result = value;
  if (isWithdrawn(id, faults)) result = writing.withdrawn(result, instant);
  if (faultOf(faults, 'schema_addition') !== undefined) result = writing.extended(result);
  const shift = faultOf(faults, 'future_dates')?.ms;
  return shift === undefined ? result : writing.shifted(result, shift);
}

function isSpoilt(id: string, faults: readonly DocumentFault[]): boolean {
  return faults.some((fault) => {
    if (fault.kind === 'mass_withdrawal') return isWithdrawn(id, faults);
    if (fault.kind === 'malformed_record') return (fault.record ?? id) === id;
    return fault.kind === 'schema_addition' || fault.kind === 'future_dates';
  });
}

function isAnonymousBreakage(fault: DocumentFault): boolean {
  return fault.kind === 'malformed_record' && fault.record === undefined;
}
