import { z } from 'zod';
import { elementsOf, membersOf } from '../../platform/json-elements.ts';
import { type SourceDeps, UnexpectedUpstream } from '../source.ts';
import { CHANNEL_NAME } from './definition.ts';

/** One answer of Prometheus. */
export interface StatusRows {
  /** Member bytes by channel, with null instead of the request time. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** Every row could be read: a channel that has none has none. */
  readonly whole: boolean;
}

const MAX_BYTES = 4 << 20;

/** Only the members by which a row is found; what it says is read from the record. */
const Row = z.object({ metric: z.object({ channel: z.string().regex(CHANNEL_NAME) }) });
const Outer = z.object({ status: z.literal('success'), data: z.object({ resultType: z.literal('vector') }) });

/** Asks for one gauge. A row that cannot be read is left out: there is another with the next scrape. */
export async function statusRows(
  { http, log }: SourceDeps,
  url: string,
  query: string,
  signal: AbortSignal,
): Promise<StatusRows> {
  const asked = `${url}?query=${query}`;
  const answer = await http.get(asked, { signal, maxBytes: MAX_BYTES });
  if (answer.status !== 200) throw new UnexpectedUpstream('channels', `${query} answers ${answer.status}`);
  const rows = new Map<string, string[]>();
  let whole = true;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(answer.body);
    Outer.parse(JSON.parse(text));
    for (const element of elementsOf(findData(answer.body), 'result')) {
      const row = 'value' in element ? Row.safeParse(element.value) : null;
      if (row?.success !== true) {
        log.warn({ query }, 'a row of a channel’s status cannot be read');
        whole = false;
        continue;
      }
      const { channel } = row.data.metric;
      rows.set(channel, [...(rows.get(channel) ?? []), withoutMoment(element.bytes)]);
    }
  } catch (error) {
    const detail = error instanceof z.ZodError ? 'not what Prometheus answers' : (error as Error).message;
    throw new UnexpectedUpstream('channels', `${query}: ${detail}`, { cause: error });
  }
  if (rows.size === 0) throw new UnexpectedUpstream('channels', `${query} names no channel`);
  return { rows, whole };
}

/** Otherwise two readings of the same state would be different records, and stores that were filled at different times have different roots. */
function withoutMoment(row: Uint8Array): string {
  const decoder = new TextDecoder();
  const members = [...membersOf(row)].map(({ name, bytes }) => {
    const text = decoder.decode(bytes);
    return `${JSON.stringify(name)}:${name === 'value' ? withoutFirst(text) : text}`;
  });
  return `{${members.join(',')}}`;
}

function withoutFirst(value: string): string {
  const parsed: unknown = JSON.parse(value);
  return Array.isArray(parsed) ? JSON.stringify([null, ...(parsed as unknown[]).slice(1)]) : value;
}

/** The bytes of the member `data`. */
function findData(document: Uint8Array): Uint8Array {
  for (const { name, bytes } of membersOf(document)) if (name === 'data') return bytes;
  return new Uint8Array();
}
