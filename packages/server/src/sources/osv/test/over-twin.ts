import {
  OSV_BUCKET_PATH,
  type OsvQuirks,
  osv as osvTwin,
  type RecordFeed,
  startTwin,
  stillClock,
  type World,
} from '@almanac/twins';
import { openHttpClient } from '../../../platform/http-client.ts';
import { type ChannelName, materialise, type SourceItem, type SourceRecord } from '../../source.ts';
import type { OsvAddresses } from '../definition.ts';
import { osvSource } from '../index.ts';
import type { OsvDocument } from '../schema.ts';

export type OsvItem = SourceItem<OsvDocument>;

/** A source over its twin, and as much of a store as it takes to read it again and again. */
export interface OverTwin extends AsyncDisposable {
  readonly twin: Awaited<ReturnType<typeof startTwin>>;
  readonly source: ReturnType<typeof osvSource>;
  readonly stored: Map<string, SourceRecord<OsvDocument>>;
  readonly positions: Map<ChannelName, string>;
  readonly logged: object[];
  /** Reads a channel from where it got to, storing as it goes, also when the read fails in the end. */
  read(channel: ChannelName): Promise<OsvItem[]>;
  fetchOne(key: string): ReturnType<NonNullable<ReturnType<typeof osvSource>['fetchOne']>>;
  /** Called after each download, until the next is set. */
  onAnswer(call: () => void): void;
  /** Addresses that were asked for since the last call. */
  asked(): string[];
}

interface Options extends OsvQuirks, Pick<OsvAddresses, 'wholeArchive' | 'ecosystems' | 'listHeads'> {
  readonly start?: string;
}

export async function overTwin(
  world: World | RecordFeed,
  { start, wholeArchive, ecosystems, listHeads, ...quirks }: Options = {},
): Promise<OverTwin> {
  const clock = stillClock(start ?? '2026-09-15T09:30:00Z');
  const twin = await startTwin(osvTwin(world, quirks), { clock });
  const source = osvSource({
    bucketUrl: twin.url + OSV_BUCKET_PATH,
    apiUrl: twin.url,
    wholeArchive,
    ecosystems,
    listHeads,
  });
  const http = openHttpClient({
    allow: source.upstreams,
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 500,
    downloadTimeoutMs: 500,
    sleep: async () => {},
  });
  const stored: OverTwin['stored'] = new Map();
  const positions: OverTwin['positions'] = new Map();
  const logged: object[] = [];
  let onAnswer = () => {};
  const deps = {
    http: {
      ...http,
      async download(...given: Parameters<typeof http.download>) {
        const answer = await http.download(...given);
        onAnswer();
        return answer;
      },
    },
    now: () => new Date(clock.now()),
    log: { info: note, warn: note },
    held: async (keys: readonly string[]) =>
      new Map(keys.flatMap((key) => (stored.has(key) ? [[key, { modified: stored.get(key)?.modified ?? null }]] : []))),
  };
  let answered = 0;

  function note(fields: object, message: string): void {
    logged.push({ ...fields, message });
  }

  async function read(channel: ChannelName): Promise<OsvItem[]> {
    const items: OsvItem[] = [];
    const reading = source.channels[channel]?.read(deps, positions.get(channel) ?? null, AbortSignal.timeout(20_000));
    for await (const given of reading ?? []) {
      const item = materialise(given);
      items.push(item);
      if ('parsed' in item) stored.set(item.key, item);
      if ('checkpoint' in item) positions.set(item.channel ?? channel, item.checkpoint);
    }
    return items;
  }

  return {
    twin,
    source,
    stored,
    positions,
    logged,
    read,
    fetchOne: async (key) => source.fetchOne?.(deps, key, AbortSignal.timeout(20_000)) ?? 'absent',
    onAnswer: (call) => (onAnswer = call),
    asked() {
      const paths = twin.requests.slice(answered).map(({ path }) => path.replace(OSV_BUCKET_PATH, ''));
      answered = twin.requests.length;
      return paths;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([twin[Symbol.asyncDispose](), http.close()]);
    },
  };
}

export const keysOf = (items: readonly OsvItem[]) => items.flatMap((item) => ('parsed' in item ? [item.key] : []));
export const presentIn = (items: readonly OsvItem[]) =>
  items.flatMap((item) => ('present' in item ? [item.present] : []));
export const setAsideIn = (items: readonly OsvItem[]) => items.filter((item) => 'unreadable' in item);
export const isComplete = (items: readonly OsvItem[]) => items.some((item) => 'complete' in item);

export const HOUR = 3_600_000;
/** Between two runs of the exporter. */
export const QUARTER = HOUR / 4;

/** One that the bulk channel has filled. */
export async function filled(...given: Parameters<typeof overTwin>): Promise<OverTwin> {
  const over = await overTwin(...given);
  await over.read('bulk');
  over.asked();
  return over;
}

/** An OSV record in the directory of each ecosystem. */
export function record(id: string, modified: string, ...ecosystems: string[]) {
  const affected = ecosystems.map((ecosystem) => ({ package: { ecosystem, name: 'tidepool' } }));
  return { id, at: modified, record: { schema_version: '1.9.0', id, modified, affected } };
}

export const position = (over: OverTwin, channel: 'bulk' | 'delta') =>
  JSON.parse(over.positions.get(channel) ?? 'null');
