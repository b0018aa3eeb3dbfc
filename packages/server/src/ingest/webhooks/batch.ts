import { createHash } from 'node:crypto';
import type { RecordChange } from '@almanac/contract';
import { isAfter, placeOfCursor } from '../../app/changes/cursor.ts';
import type { FollowedPage } from '../../app/changes/passing-changes.ts';
import type { ChangePlace } from '../../queries/newest-change.ts';

export interface DeliveryBatch {
  /** The same for every attempt, so that receivers can detect repetitions. */
  readonly message: string;
  readonly changes: readonly RecordChange[];
  readonly cursor: string;
  /** Where to go on once it is delivered. */
  readonly end: ChangePlace | null;
}

/**
 * The changes of a page. Where a delivery was begun before and nobody knows whether it arrived, `batchEnd` says where it ended: it is
 * repeated as it was, also when the log has grown since.
 */
export function buildBatch(webhook: string, page: FollowedPage, batchEnd: string | null): DeliveryBatch | null {
  const bound = batchEnd === null ? undefined : placeOfCursor(batchEnd);
  const repeated =
    bound == null ? [] : page.changes.filter(({ cursor }) => !isAfter(placeOfCursor(cursor) ?? null, bound));
  // A retry must contain the same changes, but filters use current ratings, so none may be filtered out now.
  const within = repeated.length > 0 ? repeated : page.changes;
  const cursor = within.at(-1)?.cursor;
  if (cursor === undefined) return null;
  const isWhole = within.length === page.changes.length;
  return {
    message: messageId(webhook, cursor),
    changes: within,
    cursor,
    end: isWhole ? page.end : (placeOfCursor(cursor) ?? null),
  };
}

function messageId(webhook: string, cursor: string): string {
  return `msg_${createHash('sha256').update(`${webhook} ${cursor}`).digest('base64url').slice(0, 27)}`;
}

/** The body of a delivery. */
export function deliveryBody(webhook: string, { changes, cursor }: DeliveryBatch, at: Date): string {
  return JSON.stringify({ type: 'changes', timestamp: at.toISOString(), data: { webhook, changes, cursor } });
}
