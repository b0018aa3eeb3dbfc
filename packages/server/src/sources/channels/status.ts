import { z } from 'zod';
import { elementsOf, membersOf } from '../../platform/json-elements.ts';
import { type SourceDeps, UnexpectedUpstream } from '../source.ts';
import { CHANNEL_NAME } from './definition.ts';

export interface StatusRows {
  /** Rows by channel, with null instead of the request time. */
  readonly rows: ReadonlyMap<string, readonly string[]>;
  /** All rows were readable, so a channel without a row has none. */
  readonly whole: boolean;
}

const MAX_BYTES = 4 << 20;

/** Only the members that identify a row. The record is parsed later. */
const Row = z.object({ metric: z.object({ channel: z.string().regex(CHANNEL_NAME) }) });
const Outer = z.object({ status: z.literal('success'), data: z.object({ resultType: z.literal('vector') }) });

/** Queries one gauge. Skips unreadable rows, because the next scrape brings new ones. */
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

/**
 * Otherwise equal states would give different records, and stores filled at different times would have different roots.
 */
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

function findData(document: Uint8Array): Uint8Array {
  for (const { name, bytes } of membersOf(document)) if (name === 'data') return bytes;
  return new Uint8Array();
}
