import { openZip, type ZipEntry } from '../../platform/zip.ts';
import { passingUnchanged } from '../archive-entries.ts';
import { readPosition } from '../position.ts';
import { type SourceDeps, type SourceItem, UnexpectedUpstream } from '../source.ts';
import { byEitherClock } from '../upstream-clock.ts';
import type { Bucket } from './bucket.ts';
import { osvItem } from './record.ts';
import { OsvBulkPosition, type OsvDeltaPosition, type OsvDocument, OsvKey } from './schema.ts';

/** Far beyond 1.8 million records; archives are read entry by entry. */
const LIMITS = { maxEntries: 20_000_000, maxTotalBytes: 1024 ** 4 };

/**
 * All archives that have changed since they were last read, one after the other, with a checkpoint after each: a run
 * that is broken off goes on with the next. It never says that it was complete, which a run that went on could not know;
 * what is gone, the sweep tells.
 */
export async function* readOsvBulk(
  bucket: Bucket,
  { now, unchanged }: Pick<SourceDeps, 'now' | 'unchanged'>,
  since: string | null,
  signal: AbortSignal,
  wholeArchive: boolean,
): AsyncGenerator<SourceItem<OsvDocument>> {
  const last = readPosition(OsvBulkPosition, since);
  const tags = new Map(last?.archives);
  let began = last?.began ?? now().toISOString();
  const seen = new Set<string>();
  for (const directory of wholeArchive ? [''] : await bucket.directories(signal)) {
    await using archive = await bucket.archive(directory, signal, tags.get(directory) ?? null);
    if (seen.size === 0 && last?.began == null) began = byEitherClock(new Date(began), archive.headers).toISOString();
    if (archive.file === null) continue;
    yield* recordsIn(archive.file.path, { directory, seen, unchanged, signal });
    if (archive.etag === null) tags.delete(directory);
    else tags.set(directory, archive.etag);
    yield { checkpoint: JSON.stringify({ began, archives: [...tags] } satisfies OsvBulkPosition) };
  }
  // Deltas start when the first archive was requested, to cover changes made since.
  yield { checkpoint: osvPositionAt(new Date(began), now()), channel: 'delta' };
  yield { checkpoint: JSON.stringify({ began: null, archives: [...tags] } satisfies OsvBulkPosition) };
}

/** Where deltas begin that are to show what has changed since. */
export function osvPositionAt(instant: Date, now: Date): string {
  const watermark = (instant < now ? instant : now).toISOString();
  return JSON.stringify({ etag: null, watermark, openSince: null } satisfies OsvDeltaPosition);
}

interface ArchiveReading {
  readonly directory: string;
  /** Ids of which an entry came before. */
  readonly seen: Set<string>;
  readonly unchanged: SourceDeps['unchanged'];
  readonly signal: AbortSignal;
}

async function* recordsIn(
  file: string,
  { directory, seen, unchanged, signal }: ArchiveReading,
): AsyncGenerator<SourceItem<OsvDocument>> {
  await using archive = await openZip(file, LIMITS);
  if (archive.count === 0) throw new UnexpectedUpstream('osv', `the archive of ${directory || 'all'} is empty`);
  if (directory === '') yield { expected: archive.count };
  for await (const one of passingUnchanged(firstOfEach(archive.entries(), seen), unchanged)) {
    signal.throwIfAborted();
    if ('unchanged' in one) {
      yield one;
      continue;
    }
    const { entry, id, key } = one;
    // One monster must not keep the others from coming.
    if (entry.refused === null) yield toItem(await entry.read(), id, key);
    else yield { unreadable: entry.refused, raw: Buffer.from(id), ...(key !== null && { key }) };
  }
}

/** A record stands in the archive of each of its ecosystems, and in `GIT` besides: it is read once. */
async function* firstOfEach(entries: AsyncIterable<ZipEntry>, seen: Set<string>) {
  for await (const entry of entries) {
    const id = entry.name.endsWith('.json') ? entry.name.slice(0, -'.json'.length) : null;
    if (id === null || seen.has(id)) continue;
    seen.add(id);
    yield { entry, id, key: OsvKey.safeParse(id).success ? id : null };
  }
}

/** The file's name is the record's id: what is in it need not be parsed to be compared with what we have. */
function toItem(raw: Buffer, named: string, key: string | null): SourceItem<OsvDocument> {
  const read = () => osvItem(raw, named);
  return key === null ? read() : { key, raw, isEntry: true, read };
}
