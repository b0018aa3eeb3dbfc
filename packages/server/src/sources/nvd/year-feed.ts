import { createGunzip } from 'node:zlib';
import { type TemporaryFile, toTemporaryFile } from '../../platform/download.ts';
import { type StoredFile, UnpacksTooFar, unpackFile } from '../../platform/unpack.ts';
import { type Http, UnexpectedUpstream } from '../source.ts';

export interface FeedMeta {
  readonly size: number;
  /** In lower-case hexadecimal. */
  readonly sha256: string;
}

/** The feed of 2002 also has the older ids. */
const FIRST_YEAR = 2002;

const MEGABYTE = 1024 ** 2;
/** The largest year has some 200 MB. */
const MAX_FEED_BYTES = 2048 * MEGABYTE;
const MAX_META_BYTES = 64 * 1024;

/** Oldest first. */
export function getFeedYears(now: Date): number[] {
  return Array.from({ length: now.getUTCFullYear() - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index);
}

/** Parses lines such as `size:1234` and `sha256:AB…`. Returns null if one of them is missing or implausible. */
export function parseFeedMeta(text: string): FeedMeta | null {
  const size = Number(/^size:(\d{1,15})\s*$/m.exec(text)?.[1] ?? Number.NaN);
  const sha256 = /^sha256:([0-9a-f]{64})\s*$/im.exec(text)?.[1]?.toLowerCase();
  return sha256 === undefined || !(size <= MAX_FEED_BYTES) ? null : { size, sha256 };
}

/** Returns null for a feed that does not exist. */
export async function fetchFeedMeta(http: Http, url: string, signal: AbortSignal): Promise<FeedMeta | null> {
  const answer = await http.get(url, { signal, maxBytes: MAX_META_BYTES });
  if (answer.status === 404) return null;
  if (answer.status !== 200) throw new UnexpectedUpstream('nvd', `${url} answers ${answer.status}`);
  const meta = parseFeedMeta(new TextDecoder().decode(answer.body));
  if (meta === null) throw new UnexpectedUpstream('nvd', `${url} states no size and hash`);
  return meta;
}

export interface UnpackedFeed extends AsyncDisposable {
  readonly path: string;
}

/** Returns null unless the feed matches its `.meta` file. */
export async function fetchFeed(
  http: Http,
  url: string,
  meta: FeedMeta,
  signal: AbortSignal,
): Promise<UnpackedFeed | null> {
  await using download = await http.download(url, { signal, maxBytes: MAX_FEED_BYTES });
  const { status, file: packed } = download;
  if (packed === null) throw new UnexpectedUpstream('nvd', `${url} answers ${status}`);
  const unpacked = await unpack(packed, meta.size);
  if (unpacked === null) return null;
  const { file, remove } = unpacked;
  if (file.sha256 === meta.sha256) return { path: file.path, [Symbol.asyncDispose]: remove };
  await remove();
  return null;
}

/** Returns null if the file is truncated, not gzip, or unpacks to more than `maxBytes`. */
async function unpack(packed: StoredFile, maxBytes: number): Promise<TemporaryFile | null> {
  try {
    const chunks = unpackFile(packed, { unpack: createGunzip(), maxBytes, name: 'feed' });
    return await toTemporaryFile((write) => write(chunks));
  } catch (error) {
    if (error instanceof UnpacksTooFar || isZlibError(error)) return null;
    throw error;
  }
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
