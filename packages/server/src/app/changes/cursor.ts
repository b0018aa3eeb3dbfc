import type { ChangePlace } from '../../queries/newest-change.ts';

/** Before the first change. */
const START = 'start';
const PLACE = /^1\.(\d{1,18})\.(\d{1,15})\.(\d{1,9})\.(\d{1,15})$/;

/** A place in a form that nobody is tempted to count with; null: before the first change. */
export function cursorOfPlace(place: ChangePlace | null): string {
  const text =
    place === null ? START : ['1', place.tx, place.recordId, place.seq, place.observedAt.getTime()].join('.');
  return Buffer.from(text).toString('base64url');
}

/** Undefined when it is none of ours. */
export function placeOfCursor(cursor: string): ChangePlace | null | undefined {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  if (text === START) return null;
  const [, tx, recordId, seq, observedAt] = PLACE.exec(text) ?? [];
  if (tx === undefined || Number(seq) > MOST_SEQ || Number(observedAt) > MOST_TIME) return undefined;
  return { tx, recordId: Number(recordId), seq: Number(seq), observedAt: new Date(Number(observedAt)) };
}

/** What PostgreSQL and dates take. */
const MOST_SEQ = 2_147_483_647;
const MOST_TIME = 253_402_300_799_999;

/** Whether the one comes after the other in the order of changes; null comes before all. */
export function isAfter(one: ChangePlace | null, other: ChangePlace | null): boolean {
  if (one === null || other === null) return one !== null;
  if (one.tx !== other.tx) return BigInt(one.tx) > BigInt(other.tx);
  return one.recordId === other.recordId ? one.seq > other.seq : one.recordId > other.recordId;
}
