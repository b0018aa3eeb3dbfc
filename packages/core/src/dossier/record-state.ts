import { member, text } from '../ranges/untyped.ts';
import type { SourceDocument } from './facts.ts';

/** How a record stands: `unknown` where it does not say, or in words nobody knows. */
export type RecordState = 'live' | 'withdrawn' | 'reserved' | 'unknown';

/** As much of a document as is needed to read it. */
export type RecordDocument = Pick<SourceDocument, 'source' | 'value' | 'key'> & { readonly withdrawn?: boolean };

/** How a record stands. Taken back is taken back, whether the record says so itself or its source no longer lists it. */
export function stateOf({ source, value, withdrawn }: RecordDocument): RecordState {
  const state = ownState(source, value);
  return withdrawn === true && state !== 'reserved' ? 'withdrawn' : state;
}

/** Whether an advisory came over REST: the advisory database speaks OSV in its repository and a form of its own there. */
export function isRestForm(value: unknown): boolean {
  return member(value, 'ghsa_id') !== undefined;
}

/** Whether a person at the advisory database has read it over. OSV imports reviewed ones only, so that one that does not say is one. */
export function isReviewed({ value, key }: RecordDocument): boolean {
  if (isRestForm(value)) return text(member(value, 'type'))?.toLowerCase() === 'reviewed';
  return key.startsWith('GHSA-') && member(member(value, 'database_specific'), 'github_reviewed') !== false;
}

function ownState(source: RecordDocument['source'], value: unknown): RecordState {
  if (source === 'cve_list_v5') {
    return STATES.get(text(member(member(value, 'cveMetadata'), 'state'))?.toUpperCase() ?? '') ?? 'unknown';
  }
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
