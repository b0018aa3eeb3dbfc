import type { Feed } from '../../../src/ingest/feed.ts';
import type { Channel, Fetched, Source, SourceItem, SourceRecord } from '../../../src/sources/source.ts';

/** Records of a source that a test makes up: a text that is also what is shown of it. */
export type MadeItem = SourceItem<string>;

export function made(key: string, text: string, extra: Partial<SourceRecord<string>> = {}): SourceRecord<string> {
  const value = { key, text };
  return { key, raw: Buffer.from(JSON.stringify(value)), value, parsed: text, ...extra };
}

export interface MadeFeed extends Feed {
  /** What the projection was told, in order. */
  readonly shown: readonly string[];
}

/** A source of the test's own under the id of one that has no other use there; its projection writes to a list. */
export function madeFeed(
  channels: Readonly<Partial<Record<'bulk' | 'delta' | 'sweep', (since: string | null) => AsyncIterable<MadeItem>>>>,
  given: { readonly lagging?: boolean; readonly fetchOne?: (key: string) => Promise<Fetched<string>> } = {},
): MadeFeed {
  const shown: string[] = [];
  const source: Source<string> = {
    id: 'repology',
    volatile: ['seen'],
    upstreams: [],
    first: 'bulk',
    channels: Object.fromEntries(
      Object.entries(channels).map(([name, read]): [string, Channel<string>] => [
        name,
        { read: (_deps, since) => read(since), lagging: name === 'bulk' && given.lagging === true },
      ]),
    ),
    ...(given.fetchOne !== undefined && { fetchOne: (_deps, key) => given.fetchOne?.(key) ?? Promise.reject() }),
  };
  const projection: Feed<string>['projection'] = {
    write: async (_trx, changes) =>
      void shown.push(...changes.map(({ version, parsed }) => `${version.key}=${parsed}`)),
    remove: async (_trx, removed) => void shown.push(...removed.map(({ key }) => `${key} removed`)),
  };
  return { source, projection, shown };
}

export async function* items(...given: readonly MadeItem[]): AsyncGenerator<MadeItem> {
  yield* given;
}
