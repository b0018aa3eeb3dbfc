import { DEFAULT_RETRY_POLICY, type RetryPolicy, retryAfterOf, waitBefore } from '@almanac/core/retries';
import { type FileReader, SnapshotProblem } from '@almanac/core/snapshots';

export interface Source {
  /** A URL or the path of a folder. */
  readonly place: string;
  readonly read: FileReader;
  /** Reads part of a file of `size` bytes; null if the file does not exist. */
  readonly readRange: RangeReader;
  readonly downloaded: { files: number; bytes: number };
}

/** `end` is exclusive. If the server ignores ranges, the part is cut out of the whole file. */
export type RangeReader = (path: string, range: ByteRange, size: number) => Promise<Uint8Array | null>;

export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface HttpOptions {
  readonly request?: Omit<RequestInit, 'signal'>;
  readonly signal?: AbortSignal | undefined;
  readonly now: () => number;
  readonly retry?: RetryPolicy;
  readonly concurrency?: number;
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly onWait?: ((host: string, milliseconds: number) => void) | undefined;
}

const TIMEOUT_MS = 60_000;
const CONCURRENCY = 8;

/** Reads files published at a URL. Requests contain nothing but their paths. */
export function openHttpSource(address: string, options: HttpOptions): Source {
  const { concurrency = CONCURRENCY, maxBytes = Number.POSITIVE_INFINITY } = options;
  const inTurn = createTurns(concurrency);
  const downloaded = { files: 0, bytes: 0 };
  const download = (file: WantedFile) =>
    inTurn(async () => {
      const whole = await fetchPatiently(`${address}/${file.name}`, file, options, (bytes) => {
        downloaded.bytes += bytes;
        if (downloaded.bytes > maxBytes) throw new SnapshotProblem('download_too_large', `${maxBytes} bytes`);
      });
      if (whole !== null) downloaded.files += 1;
      return whole;
    });
  return {
    place: address,
    downloaded,
    read: async (name, most) => (await download({ name, most }))?.bytes ?? null,
    async readRange(name, range, size) {
      const answer = await download({ name, most: size, range });
      return answer?.isPart === false ? answer.bytes.subarray(range.start, range.end) : (answer?.bytes ?? null);
    },
  };
}

export function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new SnapshotProblem('address_malformed', JSON.stringify(text));
  }
  return url.href.replace(/\/$/, '');
}

interface WantedFile {
  readonly name: string;
  readonly most: number;
  readonly range?: ByteRange;
}

interface Downloaded {
  readonly bytes: Uint8Array;
  readonly isPart: boolean;
}

async function fetchPatiently(
  url: string,
  file: WantedFile,
  options: HttpOptions,
  count: (bytes: number) => void,
): Promise<Downloaded | null> {
  const { signal, retry = DEFAULT_RETRY_POLICY, onWait } = options;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await fetchOnce(url, file, options, count);
    if (!(outcome instanceof Unreachable)) return outcome;
    const { status, retryAfter } = outcome;
    const wait = waitBefore(attempt, { status, retryAfter, idempotent: true }, retry, Math.random);
    if (wait === null) throw new SnapshotProblem('snapshot_unreachable', outcome.message, { cause: outcome });
    onWait?.(new URL(url).host, wait);
    await sleep(wait, signal);
  }
}

class Unreachable extends Error {
  readonly status: number | null;
  readonly retryAfter: number | null;
  constructor(message: string, { status = null, retryAfter = null }: Partial<Unreachable> = {}, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

async function fetchOnce(
  url: string,
  { name, most, range }: WantedFile,
  { request, signal, now, timeoutMs = TIMEOUT_MS }: HttpOptions,
  count: (bytes: number) => void,
): Promise<Downloaded | null | Unreachable> {
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...request,
      headers: {
        ...(request?.headers as Record<string, string> | undefined),
        ...(range === undefined ? {} : { range: `bytes=${range.start}-${range.end - 1}` }),
      },
      // All other files are immutable.
      cache: /^(?:object|tile)\//.test(name) ? 'default' : 'no-cache',
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
    });
    if (response.ok) {
      const isPart = response.status === 206;
      const limit = isPart && range !== undefined ? range.end - range.start : most;
      return { bytes: await readBody(response, { name, limit, count }), isPart };
    }
    await response.body?.cancel();
    if ([404, 410, 416].includes(response.status)) return null;
    const retryAfter = retryAfterOf(response.headers.get('retry-after'), now());
    return new Unreachable(`${url} answers with status ${response.status}`, { status: response.status, retryAfter });
  } catch (cause) {
    if (cause instanceof SnapshotProblem) throw cause;
    signal?.throwIfAborted();
    return new Unreachable(`${url} ${deadline.aborted ? 'takes too long' : 'cannot be reached'}`, {}, cause);
  }
}

async function readBody(
  response: Response,
  { name, limit, count }: { readonly name: string; readonly limit: number; readonly count: (bytes: number) => void },
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  try {
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      length += next.value.length;
      if (length > limit) throw new SnapshotProblem('object_too_large', name);
      count(next.value.length);
      parts.push(next.value);
    }
  } catch (error) {
    await reader?.cancel().catch(() => {});
    throw error;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      },
      { once: true },
    );
  });
}

/** Runs at most this many tasks at once; others wait in order of arrival. */
function createTurns(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await run();
    } finally {
      // Passes the slot on without releasing it.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
