import { type LazyRecord, materialise, type Source, type SourceItem } from '../../src/sources/source.ts';
import { httpAnswer, sourceDeps } from './source-deps.ts';

type ReadItem = Exclude<SourceItem<unknown>, LazyRecord<unknown>>;

/** What a source that is one file makes of this one, its records read. The file's tag is `"v1"`. */
export async function itemsOf(
  { channels }: Source<unknown>,
  file: string | Uint8Array | number,
  since: string | null = null,
): Promise<readonly ReadItem[]> {
  const deps = sourceDeps({
    http: {
      async get(_url, { etag }) {
        if (typeof file === 'number') return httpAnswer(file);
        return etag === '"v1"' ? httpAnswer(304, '', etag) : httpAnswer(200, file, '"v1"');
      },
      download: () => Promise.reject(new Error('the file is not downloaded')),
    },
  });
  const items = await Array.fromAsync(channels.bulk?.read(deps, since, AbortSignal.timeout(5_000)) ?? []);
  return items.map((item) => materialise(item));
}
