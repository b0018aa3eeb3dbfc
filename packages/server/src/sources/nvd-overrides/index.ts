import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import { openZip, type ZipEntry } from '../../platform/zip.ts';
import { passingUnchanged } from '../archive-entries.ts';
import { acceptId, idOfFile } from '../cve-list/id.ts';
import { NO_SUCH_ID, unreadRecord } from '../cve-list/record.ts';
import type { FileAddress } from '../file-source.ts';
import { decodeJson, type Reader } from '../reader.ts';
import {
  type KeptBytes,
  type Source,
  type SourceDeps,
  type SourceItem,
  type SourceRecord,
  UnexpectedUpstream,
  type Unreadable,
} from '../source.ts';

/** Thirty times today's size. */
const MAX_BYTES = 1 << 30;
const LIMITS = { maxEntries: 1_000_000, maxTotalBytes: 8 * 1024 ** 3, maxEntryBytes: 8 << 20 };

/** Only the members we use; the stored file is complete. */
const Override = z.object({
  _annotation: z.object({ cve_id: z.string() }),
  cve: z.object({ configurations: z.array(z.unknown()).optional() }),
});

export const nvdOverridesReader: Reader<FileAddress> = { open: nvdOverrides, decode: decodeJson };

/** An archive of a repository with one file per CVE. Records that it lacks are gone. */
export function nvdOverrides({ url }: FileAddress): Source<unknown> {
  return {
    id: 'nvd_overrides',
    volatile: [],
    upstreams: [{ url }],
    channels: { bulk: { read } },
    first: 'bulk',
    reread,
  };

  async function* read(
    { http, now, unchanged }: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<unknown>> {
    await using archive = await http.download(url, {
      signal,
      etag: since,
      maxBytes: MAX_BYTES,
    });
    if (archive.status === 304) return;
    if (archive.file === null) {
      throw new UnexpectedUpstream('nvd_overrides', `${new URL(url).host} answers ${archive.status}`);
    }
    await using zip = await openZip(archive.file.path, LIMITS);
    yield { expected: zip.count };
    let records = 0;
    for await (const one of passingUnchanged(recordEntries(zip.entries(), now()), unchanged)) {
      signal.throwIfAborted();
      records += 'unchanged' in one ? one.unchanged.length : 1;
      yield 'unchanged' in one ? one : await readItem(one.entry, one.id, now());
    }
    // The directory's count includes folders and other files.
    if (records !== zip.count) yield { expected: records };
    yield { complete: true };
    if (archive.etag !== null) yield { checkpoint: archive.etag };
  }
}

async function* recordEntries(entries: AsyncIterable<ZipEntry>, now: Date) {
  const seen = new Set<string>();
  for await (const entry of entries) {
    const id = idOfFile(entry.name);
    if (id === null) continue;
    const key = acceptId(id, now);
    // A repeated key is set aside, which requires its bytes.
    yield { entry, id, key: key === null || seen.has(key) ? null : key };
    if (key !== null) seen.add(key);
  }
}

/** The file name is the id, so unchanged records need not be parsed. */
async function readItem(entry: ZipEntry, id: string, now: Date): Promise<SourceItem<unknown>> {
  if (entry.refused !== null) return unreadRecord(entry.refused, id, now);
  const raw = await entry.read();
  const key = acceptId(id, now);
  if (key === null) return { unreadable: NO_SUCH_ID, raw };
  return { key, raw, isEntry: true, read: () => readOverride(raw, key, now) };
}

function reread({ raw, key, now }: KeptBytes): SourceRecord<unknown> | Unreadable {
  return readOverride(raw, key, now);
}

/** `named` is the CVE in the file name; null if no longer known. */
function readOverride(raw: Uint8Array, named: string | null, now: Date): SourceRecord<unknown> | Unreadable {
  const known = named === null ? {} : { key: named };
  const element = elementOf(raw);
  if ('unreadable' in element) return { unreadable: element.unreadable, raw, ...known };
  const { value } = element;
  const override = Override.safeParse(value);
  if (!override.success) return { unreadable: z.prettifyError(override.error), raw, ...known };
  const { cve_id: id } = override.data._annotation;
  const key = acceptId(id, now);
  if (named !== null && key !== named) {
    return { unreadable: `the file is about ${JSON.stringify(id.slice(0, 40))}`, raw, key: named };
  }
  if (key === null) return { unreadable: NO_SUCH_ID, raw };
  return { key, raw, value, parsed: value };
}
