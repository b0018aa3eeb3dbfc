import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AlmanacError, DEFAULT_RETRY_POLICY, retryAfterOf, waitBefore } from '@almanac/client';
import { type FileReader, SnapshotProblem } from '@almanac/core/snapshots';
import { UsageError } from '../errors.ts';
import { count } from '../output/words.ts';
import type { Session } from '../session.ts';
import { folderRangeReader, folderReader } from './files.ts';

/** Where snapshots are published, and how much was read of it. */
export interface Source {
  /** An address, or the path of a folder. */
  readonly place: string;
  readonly read: FileReader;
  /** Reads a part of a file that has so many bytes; null where there is no such file. */
  readonly readRange: RangeReader;
  readonly taken: { files: number; bytes: number };
}

/** `end` is behind the last byte. A server that knows no ranges sends the whole file, of which the part is taken. */
export type RangeReader = (path: string, range: Range, whole: number) => Promise<Uint8Array | null>;

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** How long one file may take. */
const PATIENCE_MS = 60_000;

export function openSource(session: Session, given: string): Source {
  const isAddress = /^https?:\/\//i.test(given);
  const place = isAddress ? addressOf(given) : path.resolve(session.folder, given);
  const taken = { files: 0, bytes: 0 };
  const counted = (bytes: Uint8Array | null): Uint8Array | null => {
    if (bytes !== null) {
      taken.files += 1;
      taken.bytes += bytes.length;
    }
    return bytes;
  };
  if (!isAddress) {
    const read = folderReader(place);
    const readRange = folderRangeReader(place);
    return {
      place,
      taken,
      read: async (name, most) => counted(await read(name, most)),
      readRange: async (name, range) => counted(await readRange(name, range)),
    };
  }
  return {
    place,
    taken,
    read: async (name, most) => counted((await download(session, place, { name, most }))?.bytes ?? null),
    async readRange(name, range, whole) {
      const answer = await download(session, place, { name, most: whole, range });
      const bytes = counted(answer?.bytes ?? null);
      return answer?.isPart === false ? (bytes?.subarray(range.start, range.end) ?? null) : bytes;
    },
  };
}

function addressOf(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageError(
      `${JSON.stringify(given)} is no address of a snapshot.`,
      'Write it like https://almanac.example.org/snapshot.',
    );
  }
  return url.href.replace(/\/$/, '');
}

interface Wanted {
  readonly name: string;
  readonly most: number;
  readonly range?: Range;
}

interface Downloaded {
  readonly bytes: Uint8Array;
  readonly isPart: boolean;
}

async function download(session: Session, address: string, wanted: Wanted): Promise<Downloaded | null> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tried(session, `${address}/${wanted.name}`, wanted);
    if (!(outcome instanceof AlmanacError)) return outcome;
    const { status, retryAfter } = outcome;
    const wait = waitBefore(attempt, { status, retryAfter, idempotent: true }, DEFAULT_RETRY_POLICY, Math.random);
    if (wait === null) throw outcome;
    session.progress.show(`${new URL(address).host} does not answer: waiting ${count(Math.ceil(wait / 1_000))} s`);
    await delay(wait, undefined, { signal: session.signal });
  }
}

/** The bytes, null where there are none, or why nothing came. */
async function tried(
  { signal, version, now }: Session,
  address: string,
  { most, range }: Wanted,
): Promise<Downloaded | null | AlmanacError> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(address, {
      headers: {
        'user-agent': `almanac/${version}`,
        // A hash is over the bytes as they are published.
        'accept-encoding': 'identity',
        ...(range === undefined ? {} : { range: `bytes=${range.start}-${range.end - 1}` }),
      },
      signal: AbortSignal.any([signal, deadline]),
    });
    if (response.ok) {
      const isPart = response.status === 206;
      const limit = isPart && range !== undefined ? range.end - range.start : most;
      return { bytes: await bytesOf(response, limit, address), isPart };
    }
    await response.body?.cancel();
    if ([404, 410, 416].includes(response.status)) return null;
    const retryAfter = retryAfterOf(response.headers.get('retry-after'), now());
    return unreachable(`${address} answers with status ${response.status}`, { status: response.status, retryAfter });
  } catch (cause) {
    if (cause instanceof SnapshotProblem) throw cause;
    signal.throwIfAborted();
    return unreachable(`${address} ${deadline.aborted ? 'takes too long' : 'cannot be reached'}`, { cause });
  }
}

async function bytesOf(response: Response, most: number, address: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    // Leaving the loop ends the download.
    if (length > most) throw new SnapshotProblem('object_too_large', address);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function unreachable(
  message: string,
  more: { readonly status?: number; readonly retryAfter?: number | null; readonly cause?: unknown },
): AlmanacError {
  const hint = 'What was pulled before is still there. --snapshot or ALMANAC_SNAPSHOT names another address.';
  return new AlmanacError('SNAPSHOT_UNREACHABLE', message, { hint, ...more });
}
