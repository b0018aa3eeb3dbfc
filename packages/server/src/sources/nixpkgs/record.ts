import { z } from 'zod';
import type { JsonElement } from '../../platform/json-elements.ts';
import { isGithubRefusal } from '../github.ts';
import type { KeptBytes, SourceRecord, Unreadable } from '../source.ts';
import { Comparison, CrossReference, Item, ItemNumber, Pull, type TrackerDocument } from './schema.ts';

export type IssueRecord = SourceRecord<TrackerDocument> & { readonly item: Item };
export type PullRecord = SourceRecord<TrackerDocument> & { readonly pull: Pull };

export const issueKey = (number: number) => `issue/${number}`;
export const pullKey = (number: number) => `pull/${number}`;
export const linkKey = (issue: number, pull: number) => `link/${issue}/${pull}`;
export const reachKey = (pull: number, branch: string) => `reach/${pull}/${branch}`;

export function issueRecord(element: JsonElement): IssueRecord | Unreadable {
  const read = readAs(Item, element, issueKey);
  if ('unreadable' in read) return read;
  const { raw, value, told } = read;
  return { key: issueKey(told.number), raw, value, parsed: value, modified: told.updated_at, item: told };
}

export function pullRecord(element: JsonElement): PullRecord | Unreadable {
  const read = readAs(Pull, element, pullKey);
  if ('unreadable' in read) return read;
  const { raw, told } = read;
  const value = pullContent(read.value);
  return { key: pullKey(told.number), raw, value, parsed: value, modified: told.updated_at, pull: told };
}

/** Creates a record from the upstream's statement that the issue or pull request is gone. */
export function goneRecord(key: string, element: JsonElement): SourceRecord<TrackerDocument> | null {
  if (!isGithubRefusal(element)) return null;
  const value = element.value as TrackerDocument;
  return { key, raw: element.bytes, value, parsed: value, withdrawn: true };
}

/** The key tells the kind of record. */
export function rereadTracker(
  { raw, key }: KeptBytes,
  element: JsonElement,
): SourceRecord<TrackerDocument> | Unreadable {
  const [kind] = (key ?? '').split('/');
  if (kind === 'pull') return pullRecord(element);
  if (kind === 'issue' || key === null) return issueRecord(element);
  const keyOf = () => key;
  const read = kind === 'link' ? readAs(CrossReference, element, keyOf) : readAs(Comparison, element, keyOf);
  if ('unreadable' in read) return { ...read, raw, key };
  return { key, raw, value: read.value, parsed: read.value };
}

/**
 * Removes members that change without the pull request: repository counters, and the trial merge commit, which is
 * recreated on every push to the branch.
 */
export function pullContent(value: TrackerDocument): TrackerDocument {
  const { base, head, merge_commit_sha: commit, ...rest } = value;
  const merged = typeof value['merged_at'] === 'string';
  return { ...rest, base: place(base), head: place(head), ...(merged ? { merge_commit_sha: commit } : {}) };
}

export function keptDocument(raw: Buffer, key: string): unknown {
  const value = JSON.parse(raw.toString()) as TrackerDocument;
  return key.startsWith('pull/') ? pullContent(value) : value;
}

function place(side: unknown): TrackerDocument {
  const { ref, sha } = (typeof side === 'object' && side !== null ? side : {}) as TrackerDocument;
  return { ref, sha };
}

interface Read<T> {
  readonly raw: Uint8Array;
  readonly value: TrackerDocument;
  readonly told: T;
}

function readAs<T>(form: z.ZodType<T>, element: JsonElement, keyOf: (number: number) => string): Read<T> | Unreadable {
  const { bytes: raw } = element;
  if ('unreadable' in element) return { unreadable: element.unreadable, raw };
  const { value } = element;
  const told = form.safeParse(value);
  if (told.success) return { raw, value: value as TrackerDocument, told: told.data };
  const unreadable = z.prettifyError(told.error);
  const number = ItemNumber.safeParse((value as { number?: unknown } | null)?.number);
  return number.success ? { unreadable, raw, key: keyOf(number.data) } : { unreadable, raw };
}
