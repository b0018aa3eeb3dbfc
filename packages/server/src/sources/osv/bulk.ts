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
 * Reads all archives that changed since the last run, with a checkpoint after each, so that an interrupted run resumes.
 * Never reports completeness, which a resumed run could not know; the sweep finds removals.
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

export function osvPositionAt(instant: Date, now: Date): string {
  const watermark = (instant < now ? instant : now).toISOString();
  return JSON.stringify({ etag: null, watermark, openSince: null } satisfies OsvDeltaPosition);
}

interface ArchiveReading {
  readonly directory: string;
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
    // One oversized record must not block the others.
    if (entry.refused === null) yield toItem(await entry.read(), id, key);
    else yield { unreadable: entry.refused, raw: Buffer.from(id), ...(key !== null && { key }) };
  }
}

/** A record is in the archive of each of its ecosystems, and maybe in `GIT`. Reads it once. */
async function* firstOfEach(entries: AsyncIterable<ZipEntry>, seen: Set<string>) {
  for await (const entry of entries) {
    const id = entry.name.endsWith('.json') ? entry.name.slice(0, -'.json'.length) : null;
    if (id === null || seen.has(id)) continue;
    seen.add(id);
    yield { entry, id, key: OsvKey.safeParse(id).success ? id : null };
  }
}

/** The file name is the id, so unchanged records need not be parsed. */
function toItem(raw: Buffer, named: string, key: string | null): SourceItem<OsvDocument> {
  const read = () => osvItem(raw, named);
  return key === null ? read() : { key, raw, isEntry: true, read };
}
