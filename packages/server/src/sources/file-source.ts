import type { SourceId } from '@almanac/contract';
import {
  type KeptBytes,
  type LazyRecord,
  SECOND_RECORD,
  type Source,
  type SourceDeps,
  type SourceItem,
  type SourceRecord,
  UnexpectedUpstream,
  type Unreadable,
} from './source.ts';

type FileItem = SourceRecord<unknown> | LazyRecord<unknown> | Unreadable;

export interface FileAddress {
  readonly url: string;
}

/** An upstream that publishes everything in a single file. */
export interface ListFile extends FileAddress {
  readonly id: SourceId;
  readonly maxBytes: number;
  /** Throws for an invalid or truncated file. */
  readonly records: (document: Uint8Array) => Iterable<FileItem>;
  readonly reread: (kept: KeptBytes) => SourceRecord<unknown> | Unreadable;
}

/** Reads the file only if it has changed, and parses all of it before using any: records that it lacks are gone. */
export function fileSource({ id, url, maxBytes, records, reread }: ListFile): Source<unknown> {
  return { id, volatile: [], upstreams: [{ url }], channels: { bulk: { read } }, first: 'bulk', reread };

  async function* read(
    { http }: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<unknown>> {
    const answer = await http.get(url, { signal, etag: since, maxBytes });
    if (answer.status === 304) return;
    if (answer.status !== 200) throw new UnexpectedUpstream(id, `${new URL(url).host} answers ${answer.status}`);
    yield* readWhole(answer.body);
    yield { complete: true };
    if (answer.etag !== null) yield { checkpoint: answer.etag };
  }

  function readWhole(document: Uint8Array): readonly FileItem[] {
    try {
      return [...eachOnce(records(document))];
    } catch (error) {
      throw new UnexpectedUpstream(id, (error as Error).message, { cause: error });
    }
  }
}

/** If two records share a key, the first wins. Otherwise each run would report both as new. */
function* eachOnce(items: Iterable<FileItem>): Generator<FileItem> {
  const seen = new Set<string>();
  for (const item of items) {
    const { key } = item;
    if (key !== undefined && seen.has(key)) yield { unreadable: SECOND_RECORD, raw: item.raw, key };
    else yield item;
    if (key !== undefined) seen.add(key);
  }
}
