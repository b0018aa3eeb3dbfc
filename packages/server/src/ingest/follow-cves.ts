import { changesHead } from '../queries/change-numbers.ts';
import { changesAfter } from '../queries/changes.ts';
import { cveIdsAfter, cveIdsTouched, type RelationKinds } from '../queries/cve-ids-after.ts';
import type { Db } from '../store/database.ts';

/** How far something has come that follows every CVE. */
export interface FollowingProgress<V> {
  /** Version of the rules. Another version starts from the beginning. */
  readonly version: V;
  /** The last id of the first round; null: the round is over. */
  readonly afterId: string | null;
  readonly position: string;
}

/** Processes all CVEs, then those that change. */
export interface Follower<V> {
  readonly version: V;
  /** Relations through which a changed record affects a CVE. */
  readonly kinds: RelationKinds;
  progress(): Promise<FollowingProgress<V> | null>;
  begin(first: FollowingProgress<V>): Promise<void>;
  /** Brings these CVEs up to date and notes how far that goes, in one transaction. A page of changes may have many ids. */
  keep(from: FollowingProgress<V>, to: FollowingProgress<V>, ids: readonly string[]): Promise<void>;
  /** Asked before each page of the first round; false: it is to go on later. */
  mayGoOn?(): Promise<boolean>;
}

export interface FollowedCves {
  readonly seen: number;
  /** Nothing is left to do. */
  readonly isDone: boolean;
}

/** Before the first CVE id, whatever the order of texts. */
export const BEFORE_ALL = 'CVE-';

/** Ids of which the documents are in memory at once: ten kilobytes each, a few megabytes where distributions repeat a record often. */
export const IDS = 100;
const CHANGES = 200;

/** Goes on where it was cut off. */
export async function followCves<V>(db: Db, follower: Follower<V>, signal: AbortSignal): Promise<FollowedCves> {
  let progress = await begun(db, follower);
  let seen = 0;

  while (progress.afterId !== null) {
    signal.throwIfAborted();
    if (follower.mayGoOn !== undefined && !(await follower.mayGoOn())) return { seen, isDone: false };
    const ids = await cveIdsAfter(db, progress.afterId, IDS);
    const next = { ...progress, afterId: ids.length < IDS ? null : (ids.at(-1) ?? null) };
    await follower.keep(progress, next, ids);
    progress = next;
    seen += ids.length;
  }

  for (;;) {
    signal.throwIfAborted();
    const { changes, position } = await changesAfter(db, progress.position, CHANGES);
    if (position === null || position === progress.position) return { seen, isDone: true };
    const records = changes.filter(({ source }) => source !== 'epss').map(({ recordId }) => recordId);
    const ids = await cveIdsTouched(db, [...new Set(records)], follower.kinds);
    const next = { ...progress, position };
    await follower.keep(progress, next, ids);
    progress = next;
    seen += ids.length;
  }
}

/** Where to go on; at the beginning where nothing was done yet, or by other rules, or in another cluster, which has numbers of its own. */
async function begun<V>(db: Db, follower: Follower<V>): Promise<FollowingProgress<V>> {
  const head = await changesHead(db);
  const progress = await follower.progress();
  if (progress !== null && progress.version === follower.version && parseTx(progress.position) <= parseTx(head))
    return progress;
  const first = { version: follower.version, afterId: BEFORE_ALL, position: head };
  await follower.begin(first);
  return first;
}

function parseTx(position: string): bigint {
  return BigInt(position.split('.', 1)[0] ?? '0');
}
