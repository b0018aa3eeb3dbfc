import {
  ADVISORIES_PATH,
  type AdvisoryQuirks,
  advisory as advisoryTwin,
  type RecordFeed,
  startTwin,
  stillClock,
  type World,
} from '@almanac/twins';
import { openHttpClient } from '../../../platform/http-client.ts';
import type { ChannelName, SourceItem, SourceRecord } from '../../source.ts';
import { advisory } from '../index.ts';
import type { AdvisoryDocument } from '../schema.ts';

export type AdvisoryItem = SourceItem<AdvisoryDocument>;

/** A source over its twin, and as much of a store as it takes to read it again and again. */
export interface OverTwin extends AsyncDisposable {
  readonly twin: Awaited<ReturnType<typeof startTwin>>;
  readonly source: ReturnType<typeof advisory>;
  readonly stored: Map<string, SourceRecord<AdvisoryDocument>>;
  readonly positions: Map<ChannelName, string>;
  /** Reads a channel from where it got to, storing as it goes, also when the read fails in the end. */
  read(channel: ChannelName, during?: (item: AdvisoryItem) => void): Promise<AdvisoryItem[]>;
  fetchOne(key: string): ReturnType<NonNullable<ReturnType<typeof advisory>['fetchOne']>>;
}

interface Options extends AdvisoryQuirks {
  readonly token?: string;
}

export async function overTwin(world: World | RecordFeed, { token, ...quirks }: Options = {}): Promise<OverTwin> {
  const clock = stillClock('2026-09-15T09:30:00Z');
  const twin = await startTwin(advisoryTwin(world, quirks), { clock });
  const source = advisory({ url: twin.url + ADVISORIES_PATH, token });
  const http = openHttpClient({
    allow: source.upstreams,
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 500,
    sleep: async () => {},
  });
  const stored: OverTwin['stored'] = new Map();
  const positions: OverTwin['positions'] = new Map();
  const deps = {
    http,
    now: () => new Date(clock.now()),
    log: { info: () => {}, warn: () => {} },
    held: async () => new Map(),
  };

  async function read(channel: ChannelName, during?: (item: AdvisoryItem) => void): Promise<AdvisoryItem[]> {
    const items: AdvisoryItem[] = [];
    const reading = source.channels[channel]?.read(deps, positions.get(channel) ?? null, AbortSignal.timeout(20_000));
    for await (const item of reading ?? []) {
      items.push(item);
      during?.(item);
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
    read,
    fetchOne: async (key) => source.fetchOne?.(deps, key, AbortSignal.timeout(20_000)) ?? 'absent',
    async [Symbol.asyncDispose]() {
      await Promise.all([twin[Symbol.asyncDispose](), http.close()]);
    },
  };
}

export const keysOf = (items: readonly AdvisoryItem[]) => items.flatMap((item) => ('parsed' in item ? [item.key] : []));
export const setAsideIn = (items: readonly AdvisoryItem[]) => items.filter((item) => 'unreadable' in item);
export const isComplete = (items: readonly AdvisoryItem[]) => items.some((item) => 'complete' in item);

const LETTERS = '23456789cfghjmpqrvwx';

export function ghsa(n: number): string {
  const digits = Array.from({ length: 12 }, (_, place) => LETTERS[Math.floor(n / 20 ** (11 - place)) % 20]);
  return `GHSA-${[0, 4, 8].map((at) => digits.slice(at, at + 4).join('')).join('-')}`;
}

/** An advisory as the API writes it, with what a test does not care for left out. */
export function advisoryAt(n: number, published: string, { type = 'reviewed', updated = published } = {}) {
  const id = ghsa(n);
  const record = {
    ghsa_id: id,
    type,
    published_at: published,
    updated_at: updated,
    withdrawn_at: null,
    summary: `${n}`,
  };
  return { id, at: updated, record };
}
