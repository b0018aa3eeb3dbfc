import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { canonicalJson } from '../../../src/ingest/canonical-json.ts';
import { getFeed } from '../../../src/ingest/feeds.ts';
import { sourceDeps } from '../../../src/ingest/read-channel.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import { readCheckpoint } from '../../../src/store/checkpoints.ts';
import type { Db } from '../../../src/store/database.ts';
import { sha256 } from '../../../src/store/packing.ts';
import { storedSourceNumber } from '../../../src/store/runs.ts';
import type { MixedIngest } from '../kills/mixed-ingest.ts';

/** The hash of what counts now of each record, by source and key; null: the source no longer has it. */
export type Contents = ReadonlyMap<SourceId, ReadonlyMap<string, string | null>>;

export async function contentsOf(db: Db): Promise<Contents> {
  const { rows } = await sql<{ source: SourceId; key: string; content: string | null }>`
    select source.name as source, record.key, encode(content_sha256, 'hex') as content
    from current_version join record on record.id = record_id join source on source.id = record.source`.execute(db);
  const sources = Map.groupBy(rows, ({ source }) => source);
  return new Map(
    [...sources].map(([source, records]) => [source, new Map(records.map(({ key, content }) => [key, content]))]),
  );
}

/**
 * What nobody would ever store: records that a store has after an undisturbed reading of these channels, this one has not,
 * and the source does not yield when they are read from where their checkpoints stand. Then one of these is ahead of its
 * data. Nothing is written.
 */
export async function lostBehindCheckpoint(
  { deps, feeds }: MixedIngest,
  source: SourceId,
  channels: readonly ChannelName[],
  end: Contents,
): Promise<readonly string[]> {
  const stored = (await contentsOf(deps.db)).get(source);
  const number = await storedSourceNumber(deps.db, source);
  const { source: upstream } = getFeed(feeds, source);
  // A sweep's copy of a record may be older than the delta's: what counts is that the right one is among them.
  const toCome = new Map<string, Set<string>>();
  const coming = (key: string) => toCome.get(key) ?? toCome.set(key, new Set()).get(key) ?? new Set();
  let complete = false;
  for (const channel of channels) {
    const since = await readCheckpoint(deps.db, number, channel);
    // It will be read from its beginning.
    if (since === null) return [];
    const items = upstream.channels[channel]?.read(sourceDeps(deps, number), since, AbortSignal.timeout(600_000));
    for await (const given of items ?? []) {
      const item = 'read' in given ? given.read() : given;
      if ('value' in item) coming(item.key).add(sha256(canonicalJson(item.value, upstream.volatile)).toString('hex'));
      else if ('present' in item) coming(item.present);
      else if ('complete' in item) complete = true;
    }
  }
  const lost = [...(end.get(source) ?? [])].filter(([key, content]) => {
    if (stored?.get(key) === content) return false;
    return content === null ? !complete || toCome.has(key) : !toCome.get(key)?.has(content);
  });
  return lost.map(([key]) => `${source} ${key}`);
}
