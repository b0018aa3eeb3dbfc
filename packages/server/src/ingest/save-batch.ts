import type { Unreadable } from '../sources/source.ts';
import { writeCheckpoint } from '../store/checkpoints.ts';
import type { Db } from '../store/database.ts';
import { currentContent, writeVersions } from '../store/evidence.ts';
import { quarantine } from '../store/quarantine.ts';
import { writeRemovals } from '../store/removals.ts';
import { type Run, recordProgress } from '../store/runs.ts';
import type { Batch } from './batches.ts';
import { canonicalJson } from './canonical-json.ts';
import type { Feed } from './feed.ts';
import { pack, sha256 } from './packing.ts';

/** How far a source has been read; a source that is read in one way has one. */
export const MAIN_CHANNEL = 'main';

/**
 * Evidence, projections, quarantine and, when given, the checkpoint: one transaction. A record whose content is the one
 * we have writes nothing.
 */
export async function saveBatch<T>(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  feed: Feed<T>,
  run: Run,
  { records, unreadable, checkpoint }: Batch<T>,
): Promise<void> {
  const hashed = records.map((record) => ({
    record,
    contentSha256: sha256(canonicalJson(record.value, feed.source.volatile)),
  }));
  await db.transaction().execute(async (trx) => {
    const known = await currentContent(
      trx,
      run.source,
      records.map(({ key }) => key),
    );
    const changed = hashed.filter(({ record, contentSha256 }) => known.get(record.key)?.equals(contentSha256) !== true);
    const counts = { seen: records.length, changed: changed.length, removed: 0, unreadable: unreadable.length };
    await recordProgress(trx, run, counts);
    const documents = changed.map(({ record, contentSha256 }) => ({
      key: record.key,
      rawSha256: sha256(record.raw),
      contentSha256,
      modified: record.modified ?? null,
      ...pack(record.raw),
    }));
    const versions = await writeVersions(trx, run, documents, now());
    const parsed = new Map(changed.map(({ record }) => [record.key, record.parsed]));
    if (versions.length > 0) {
      await feed.projection.write(
        trx,
        versions.map((version) => ({ version, parsed: parsed.get(version.key) as T })),
      );
    }
    await quarantine(trx, run, unreadable.map(setAside), now());
    if (checkpoint !== null) await writeCheckpoint(trx, run, MAIN_CHANNEL, checkpoint);
  });
}

export async function saveRemovals(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  feed: Feed,
  run: Run,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await db.transaction().execute(async (trx) => {
    await recordProgress(trx, run, { seen: 0, changed: 0, removed: keys.length, unreadable: 0 });
    await feed.projection.remove(trx, await writeRemovals(trx, run, keys, now()));
  });
}

const MAX_REASON = 1_000;

function setAside({ raw, key, unreadable }: Unreadable) {
  return { key: key ?? null, reason: unreadable.slice(0, MAX_REASON), rawSha256: sha256(raw), ...pack(raw) };
}
