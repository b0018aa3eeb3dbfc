import { createHash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SourceId } from '@almanac/contract';
import type { HttpExchange } from '../../platform/http-client-request.ts';
import type { Exchange } from '../../sources/assumption.ts';
import type { CheckedLive } from '../../sources/checked-live.ts';

/** Single records are kept whole, lists by their beginning. */
const HEAD_BYTES = 65_536;

/** Takes down the facts of an exchange while its body is there. */
export async function toExchange({ answer, ...sent }: HttpExchange, at: Date): Promise<Exchange> {
  const { status, headers, body = new Uint8Array(), file } = answer;
  const facts = { ...sent, at, status, headers };
  if (file == null) {
    const sha256 = createHash('sha256').update(body).digest('hex');
    return { ...facts, size: body.length, sha256, head: body.slice(0, HEAD_BYTES) };
  }
  await using handle = await open(file.path);
  const { bytesRead, buffer } = await handle.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return { ...facts, size: file.size, sha256: file.sha256, head: buffer.subarray(0, bytesRead) };
}

/** An exchange as it is written to a file. */
export interface RecordedExchange extends Omit<Exchange, 'at' | 'headers' | 'head'> {
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  /** In base64. */
  readonly head: string;
}

/** The contents of `<source>.json`. */
export interface Recording {
  readonly checkedAt: string;
  readonly exchanges: readonly RecordedExchange[];
}

/** Writes the exchanges of each source to `<source>.json`. */
export async function writeExchanges(
  folder: string,
  checks: readonly { readonly source: SourceId; readonly checkedAt: Date; readonly exchanges: readonly Exchange[] }[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const { source, checkedAt, exchanges } of checks) {
    const recording: Recording = { checkedAt: checkedAt.toISOString(), exchanges: exchanges.map(toRecorded) };
    await writeJson(path.join(folder, `${source}.json`), recording);
  }
}

/** Cookies are left out. */
function toRecorded({ at, headers, head, ...facts }: Exchange): RecordedExchange {
  const kept = [...headers].filter(([name]) => name !== 'set-cookie');
  const body = Buffer.from(head).toString('base64');
  return { ...facts, at: at.toISOString(), headers: Object.fromEntries(kept), head: body };
}

/** Writes `checked-live.json`, which is committed beside the catalogue. */
export function writeCheckedLive(folder: string, dates: CheckedLive): Promise<void> {
  return writeJson(path.join(folder, 'checked-live.json'), dates);
}

function writeJson(file: string, value: unknown): Promise<void> {
  return writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
