import { createHash } from 'node:crypto';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { FeedIndex, Row } from '../feed/feed-index.ts';
import type { FeedRecord, RecordFeed } from '../feed/record-feed.ts';
import { type Moment, shownRecord, shownRecords } from '../feed/shown.ts';
import type { FileBody } from '../frame/answer.ts';
import type { DocumentFault } from '../frame/fault.ts';
import { memo } from '../frame/memo.ts';
import { spoolZip, type ZipEntry } from '../frame/zip.ts';
import { type OsvKeys, osvKeys } from './keys.ts';
import { EXPORTED } from './writing.ts';

export interface BucketDeps {
  readonly feed: RecordFeed;
  readonly index: FeedIndex<OsvKeys>;
  readonly scratch: () => Promise<string>;
  /** About half of the files reach the bucket one run later than their list rows. */
  readonly tornExport: boolean;
  /** Additional age of cached files. */
  readonly cacheSeconds?: number | undefined;
}

interface StoredObject {
  readonly body: Buffer | FileBody;
  readonly written: number;
}

/** The exporter runs every 15 minutes. Changes in the last second wait for the next run. */
const EXPORT_EVERY = 15 * 60_000;
const READING = 1000;

export function exportBefore(instant: number): number {
  return Math.floor(instant / EXPORT_EVERY) * EXPORT_EVERY;
}

export function bucket(deps: BucketDeps) {
  const archives = memo<Promise<FileBody>>(24);
  const writes = memo<ReadonlyMap<string, number>>(2);
  return { ecosystems, modifiedIds, archive, record };

  function ecosystems(now: number, faults: readonly DocumentFault[]): StoredObject {
    const names = new Set(rows(now, faults).flatMap(({ keys }) => keys.directories));
    return { body: Buffer.from(`${[...names].sort().join('\n')}\n`), written: writtenAt(now, '') };
  }

  /** Sorted by the text of times with varying precision: `…00Z` sorts above the later `…00.5Z`. */
  function modifiedIds(directory: string, now: number, faults: readonly DocumentFault[]): StoredObject | null {
    const lines: string[] = [];
    for (const { id, keys } of rows(now, faults)) {
      if (directory === '') lines.push(...keys.directories.map((name) => `${keys.modified},${name}/${id}`));
      else if (keys.directories.includes(directory)) lines.push(`${keys.modified},${id}`);
    }
    if (directory !== '' && !isKnown(directory, now)) return null;
    const text = lines.sort().toReversed().join('\n');
    return { body: Buffer.from(text === '' ? '' : `${text}\n`), written: writtenAt(now, directory) };
  }

  async function archive(
    directory: string,
    now: number,
    faults: readonly DocumentFault[],
  ): Promise<StoredObject | null> {
    if (directory !== '' && !isKnown(directory, now)) return null;
    const written = writtenAt(now, directory);
    const key = `${directory} ${faults.length === 0 ? written : exportBefore(now)} ${JSON.stringify(faults)}`;
    return { body: await archives(key, () => spool(key, directory, moment(now, faults))), written };
  }

  /** Files are never deleted: one that left the directory keeps its last content. */
  function record(directory: string, id: string, now: number, faults: readonly DocumentFault[]): StoredObject | null {
    const lateMs = (deps.tornExport ? EXPORT_EVERY : 0) + (deps.cacheSeconds ?? 0) * 1000;
    const late = crc32(id) % 2 === 0 ? lateMs : 0;
    const asked = moment(now - late, faults);
    const found = deps.feed.find(id);
    const revision = found?.revisions.findLast((each) => {
      const value = each.at <= asked.instant ? each.value() : null;
      return value !== null && osvKeys(value).directories.includes(directory);
    });
    if (revision === undefined) return null;
    const shown = shownRecord({ id, revisions: [revision] }, asked, EXPORTED);
    return shown === null ? null : { body: shown.bytes, written: nextExport(revision.at) + late };
  }

  function rows(now: number, faults: readonly DocumentFault[]): readonly Row<OsvKeys>[] {
    return deps.index.rows(moment(now, faults));
  }

  async function spool(key: string, directory: string, asked: Moment): Promise<FileBody> {
    const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const file = path.join(await deps.scratch(), `${name}.zip`);
    const ids = deps.index
      .rows(asked)
      .filter(({ keys }) => directory === '' || keys.directories.includes(directory))
      .map(({ id }) => id)
      .sort();
    return { path: file, size: await spoolZip(file, entries(ids, asked)) };
  }

  function* entries(ids: readonly string[], asked: Moment): Generator<ZipEntry> {
    for (const { id, bytes } of shownRecords(recordsOf(ids), asked, EXPORTED))
      yield { name: `${id}.json`, data: bytes };
  }

  function* recordsOf(ids: readonly string[]): Generator<FeedRecord> {
    for (const id of ids) {
      const found = deps.feed.find(id);
      if (found !== null) yield found;
    }
  }

  function isKnown(directory: string, now: number): boolean {
    return written(now).has(directory);
  }

  /** Unchanged objects are not uploaded again: generation and dates stay. */
  function writtenAt(now: number, directory: string): number {
    return written(now).get(directory) ?? exportBefore(now);
  }

  function written(now: number): ReadonlyMap<string, number> {
    const asked = moment(now, []);
    return writes(deps.index.stateKey(asked), () => lastWrites(deps.index, asked.instant));
  }
}

function moment(now: number, faults: readonly DocumentFault[]): Moment {
  return { instant: exportBefore(now) - READING, faults };
}

function nextExport(at: number): number {
  return Math.ceil((at + READING) / EXPORT_EVERY) * EXPORT_EVERY;
}

/** The last run that changed each directory; the empty name is the whole bucket. */
function lastWrites(index: FeedIndex<OsvKeys>, instant: number): Map<string, number> {
  const latest = new Map<string, number>();
  for (const { states } of index.history()) {
    let before: readonly string[] = [];
    for (const { at, keys } of states) {
      if (at > instant) break;
      const touched = ['', ...before, ...(keys?.directories ?? [])];
      for (const name of touched) latest.set(name, Math.max(latest.get(name) ?? 0, nextExport(at)));
      before = keys?.directories ?? [];
    }
  }
  return latest;
}
