import type { SourceRecord, Unreadable } from '../sources/source.ts';
import type { Db, RefreshOutcome } from '../store/database.ts';
import { loadCurrent } from '../store/evidence.ts';
import { leaveMended, quarantine } from '../store/quarantine.ts';
import { endRefresh, LIMITED } from '../store/refreshes.ts';
import { recordRun, storedSourceNumber } from '../store/runs.ts';
import { keepNotice } from '../store/source-notices.ts';
import type { IngestDeps } from './deps.ts';
import { describeError } from './describe-error.ts';
import type { Feed } from './feed.ts';
import { isLimited } from './is-limited.ts';
import { openPacker } from './packer.ts';
import { sourceDeps } from './read-channel.ts';
import { openRequestNotices } from './request-notices.ts';
import { setAside } from './save-batch.ts';
import { compareLocked, prepareRecords, writeRecords } from './store-records.ts';

/** Fetches one record and stores it. How it went is written down for whoever waits; it is thrown to no one. */
export async function refreshRecord(
  deps: IngestDeps,
  feed: Feed,
  key: string,
  signal: AbortSignal,
): Promise<RefreshOutcome> {
  const { id, fetchOne } = feed.source;
  if (fetchOne === undefined) throw new Error(`${id} has no single records`);
  const source = await storedSourceNumber(deps.db, id);
  const askedAt = await newestVersion(deps.db, source, key);
  const notices = openRequestNotices(deps, id, source);
  const reading = sourceDeps({ ...deps, http: notices.http }, source);
  const fetched = await fetchOne(reading, key, signal).catch((error: unknown) => ({ error }));
  await notices.settle(fetched === 'absent' || !('error' in fetched));
  const unreachable = async (error: string, state: string | null = null) => {
    await endRefresh(deps.db, source, key, { outcome: 'unreachable', state, error });
    return 'unreachable' as const;
  };

  if (fetched === 'absent' || 'state' in fetched) {
    const state = fetched === 'absent' ? null : fetched.state;
    await endRefresh(deps.db, source, key, { outcome: 'unknown', state });
    return 'unknown';
  }
  if ('error' in fetched) return unreachable(describeError(fetched.error), isLimited(fetched.error) ? LIMITED : null);
  if ('records' in fetched) return saveFound(deps, feed, { source, key }, fetched.records);
  if ('unreadable' in fetched) {
    await saveUnreadable(deps, source, fetched);
    return unreachable(fetched.unreadable);
  }
  if (fetched.odd !== undefined) await keepNotice(deps.db, source, fetched.odd, deps.now());
  if (fetched.key !== key) return unreachable(`${fetched.key} came instead of ${key}`);
  return saveRecord(deps, feed, { source, askedAt }, fetched);
}

/** The number of the version that counts; 0 where there is none. */
async function newestVersion(db: Db, source: number, key: string): Promise<number> {
  return (await loadCurrent(db, source, [key])).get(key)?.seq ?? 0;
}

/** More records than one CVE has. */
const MAX_FOUND = 10;

/** Stores the records that name the key, each under its own. */
async function saveFound(
  deps: IngestDeps,
  feed: Feed,
  { source, key }: { readonly source: number; readonly key: string },
  found: readonly (SourceRecord<unknown> | Unreadable)[],
): Promise<RefreshOutcome> {
  const readable = found.slice(0, MAX_FOUND).filter((record) => 'value' in record);
  for (const record of readable) {
    const askedAt = await newestVersion(deps.db, source, record.key);
    await saveRecord(deps, feed, { source, askedAt }, record);
  }
  for (const bad of found.filter((record) => 'unreadable' in record)) await saveUnreadable(deps, source, bad);
  const outcome = readable.length > 0 ? 'done' : 'unreachable';
  await endRefresh(deps.db, source, key, { outcome });
  return outcome;
}

/** Skips a record older than the one stored meanwhile. The waiting caller gets the newer one. */
async function saveRecord(
  { db, now }: IngestDeps,
  feed: Feed,
  { source, askedAt }: { readonly source: number; readonly askedAt: number },
  record: SourceRecord<unknown>,
): Promise<RefreshOutcome> {
  const into = { feed, source, packer: await openPacker(db, source), lagging: true, askedAt };
  const { unreadable, ...preparation } = await prepareRecords(db, into, [record]);
  await db.transaction().execute(async (trx) => {
    const { changed } = await compareLocked(trx, into, preparation);
    if (changed.length > 0) {
      const run = await recordRun(trx, source, now(), { seen: 1, changed: 1, removed: 0, unreadable: 0 });
      await writeRecords(trx, into, run, changed, now());
      await leaveMended(trx, source, [record.key], null);
    }
    if (unreadable.length === 0) await endRefresh(trx, source, record.key, { outcome: 'done' });
  });
  const [bad] = unreadable;
  if (bad === undefined) return 'done';
  await saveUnreadable({ db, now }, source, bad);
  await endRefresh(db, source, record.key, { outcome: 'unreachable', error: bad.unreadable });
  return 'unreachable';
}

async function saveUnreadable(
  { db, now }: Pick<IngestDeps, 'db' | 'now'>,
  source: number,
  bad: Unreadable,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await recordRun(trx, source, now(), { seen: 0, changed: 0, removed: 0, unreadable: 1 });
    await quarantine(trx, run, [setAside(bad)], now());
  });
}
