import type { RecordChange } from '@almanac/contract';
import { expect, vi } from 'vitest';
import type { TestApp } from './app.ts';

/** As a deployment has it, in small. */
export const FOLLOW = { wait: 25_000, stream: 60_000, heartbeat: 200, slow: 300 } as const;

interface Told {
  readonly changes: RecordChange[];
  readonly cursor: string;
  readonly more: boolean;
}

export async function changesOf(app: TestApp, query: string): Promise<Told> {
  const { status, body } = await app.get(`/api/v1/changes${query}`);
  expect([status, body['error']]).toEqual([200, undefined]);
  return body['data'] as Told;
}

/** Everything from a cursor on, page by page. */
export async function allChanges(app: TestApp, after = 'start', more = ''): Promise<RecordChange[]> {
  const all: RecordChange[] = [];
  for (let cursor = after; ; ) {
    const page = await changesOf(app, `?after=${cursor}${more}`);
    all.push(...page.changes);
    if (!page.more) return all;
    ({ cursor } = page);
  }
}

/** The log shows nothing newer than the oldest transaction of the server, and other tests have long ones. */
export async function changesFrom(app: TestApp, count: number, after = 'start', more = ''): Promise<RecordChange[]> {
  return vi.waitFor(
    async () => {
      const all = await allChanges(app, after, more);
      expect(all.length).toBeGreaterThanOrEqual(count);
      return all;
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** A gauge of the process. */
export async function following(app: TestApp): Promise<number> {
  const [, value] = /^almanac_http_following (\d+)$/m.exec(await app.registry.metrics()) ?? [];
  return Number(value);
}

export interface SentEvent {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: string | null;
}

interface EventReader {
  /** The next that has data. */
  next(): Promise<SentEvent>;
  /** The place that a reader would go on from. */
  readonly lastId: string | null;
  /** Comments and ids without data: heartbeats. */
  readonly quiet: number;
  leave(): void;
}

/** Reads server-sent events as the HTML standard says, as far as they are used. */
export async function readEvents(url: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const controller = new AbortController();
  const response = await fetch(url, { headers, signal: controller.signal });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const chunks = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  let lastId: string | null = null;
  let quiet = 0;
  return {
    async next() {
      for (;;) {
        const end = rest.indexOf('\n\n');
        if (end === -1) {
          const { done, value } = await chunks.read();
          if (done) throw new Error('the stream has ended');
          rest += value;
          continue;
        }
        const fields = new Map(
          rest
            .slice(0, end)
            .split('\n')
            .map((line) => splitOnce(line)),
        );
        rest = rest.slice(end + 2);
        lastId = fields.get('id') ?? lastId;
        if (fields.has('data')) {
          return { id: fields.get('id') ?? null, event: fields.get('event') ?? null, data: fields.get('data') ?? null };
        }
        quiet += 1;
      }
    },
    get lastId() {
      return lastId;
    },
    get quiet() {
      return quiet;
    },
    leave: () => controller.abort(),
  };
}

function splitOnce(line: string): [string, string] {
  const at = line.indexOf(':');
  return [line.slice(0, at), line.slice(at + 1).trimStart()];
}
