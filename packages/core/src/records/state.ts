import { member, text } from '../ranges/untyped.ts';
import type { RecordDocument, RecordState } from './model.ts';

/** How a record stands. Taken back is taken back, whether the record says so itself or its source no longer lists it. */
export function readState({ source, value, withdrawn }: RecordDocument): RecordState {
  const state = ownState(source, value);
  return withdrawn === true && state !== 'reserved' ? 'withdrawn' : state;
}

/** Whether an advisory came over REST: the advisory database speaks OSV in its repository and a form of its own there. */
export function isRestForm(value: unknown): boolean {
  return member(value, 'ghsa_id') !== undefined;
}

function ownState(source: RecordDocument['source'], value: unknown): RecordState {
  if (source === 'cve_list_v5') {
    return STATES.get(text(member(member(value, 'cveMetadata'), 'state'))?.toUpperCase() ?? '') ?? 'unknown';
  }
  if (source === 'nvd_overrides') return 'live';
  if (source === 'nvd') {
    const status = text(member(member(value, 'cve') ?? value, 'vulnStatus'));
    return status?.toLowerCase() === 'rejected' ? 'withdrawn' : 'live';
  }
  return text(member(value, isRestForm(value) ? 'withdrawn_at' : 'withdrawn')) === null ? 'live' : 'withdrawn';
}

const STATES: ReadonlyMap<string, RecordState> = new Map([
  ['PUBLISHED', 'live'],
  ['REJECTED', 'withdrawn'],
  ['RESERVED', 'reserved'],
]);
