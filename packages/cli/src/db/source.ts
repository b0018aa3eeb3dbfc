import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { AlmanacError, DEFAULT_RETRY_POLICY, retryAfterOf, waitBefore } from '@almanac/client';
import { type FileReader, SnapshotProblem } from '@almanac/core/snapshots';
import { UsageError } from '../errors.ts';
import { count } from '../output/words.ts';
import type { Session } from '../session.ts';
import { folderReader } from './files.ts';

/** Where snapshots are published, and how much was read of it. */
export interface Source {
  /** An address, or the path of a folder. */
  readonly place: string;
  readonly read: FileReader;
  readonly taken: { files: number; bytes: number };
}

/** How long one file may take. */
const PATIENCE_MS = 60_000;

export function openSource(session: Session, given: string): Source {
  const isAddress = /^https?:\/\//i.test(given);
  const place = isAddress ? addressOf(given) : path.resolve(session.folder, given);
  const read = isAddress ? httpReader(session, place) : folderReader(place);
  const taken = { files: 0, bytes: 0 };
  return {
    place,
    taken,
    async read(name, most) {
      const bytes = await read(name, most);
      if (bytes !== null) {
        taken.files += 1;
        taken.bytes += bytes.length;
      }
      return bytes;
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

function httpReader(session: Session, address: string): FileReader {
  return async (name, most) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tried(session, `${address}/${name}`, most);
      if (!(outcome instanceof AlmanacError)) return outcome;
      const { status, retryAfter } = outcome;
      const wait = waitBefore(attempt, { status, retryAfter, idempotent: true }, DEFAULT_RETRY_POLICY, Math.random);
      if (wait === null) throw outcome;
      session.progress.show(`${new URL(address).host} does not answer: waiting ${count(Math.ceil(wait / 1_000))} s`);
      await delay(wait, undefined, { signal: session.signal });
    }
  };
}

/** The bytes, null where there are none, or why nothing came. */
async function tried(
  { signal, version, now }: Session,
  address: string,
  most: number,
): Promise<Uint8Array | null | AlmanacError> {
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  try {
    const response = await fetch(address, {
      // A hash is over the bytes as they are published.
      headers: { 'user-agent': `almanac/${version}`, 'accept-encoding': 'identity' },
      signal: AbortSignal.any([signal, deadline]),
    });
    if (response.ok) return await bytesOf(response, most, address);
    await response.body?.cancel();
    if (response.status === 404 || response.status === 410) return null;
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
