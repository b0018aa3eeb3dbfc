import type { Download } from '../../platform/http-client.ts';
import type { GetOptions } from '../../platform/http-client-request.ts';
import { type Http, UnexpectedUpstream, type Unreadable } from '../source.ts';
import { directoriesIn } from './directories.ts';
import type { ListedRow } from './listing.ts';
import { type OsvSourceRecord, osvItem } from './record.ts';

/** OSV's public bucket. `directory` is an ecosystem's name, or empty for the bucket itself. */
export interface Bucket {
  directories(signal: AbortSignal): Promise<readonly string[]>;
  reads(directory: string): boolean;
  /** `etag` makes the request conditional; the status may be 304. */
  archive(directory: string, signal: AbortSignal, etag?: string | null): Promise<Download>;
  list(directory: string, signal: AbortSignal, etag?: string | null): Promise<Download>;
  /** Downloads the first bytes of the bucket's list, or all of it. Has no file if the upstream gives neither. */
  listHead(bytes: number, signal: AbortSignal, etag: string | null): Promise<Download>;
  /** Null if it does not exist (yet). */
  record(row: ListedRow, signal: AbortSignal): Promise<OsvSourceRecord | Unreadable | null>;
}

const GIGABYTE = 1024 ** 3;
const LIST = 'modified_id.csv';
const LONGEST_LIST = 2 * GIGABYTE;
/** Another part than requested, or none. */
const NO_PART: ReadonlySet<number> = new Set([206, 416]);

export function openBucket(http: Http, url: string, ecosystems?: readonly string[]): Bucket {
  const root = url.endsWith('/') ? url : `${url}/`;
  // Names contain spaces and brackets: `Rocky Linux`, `[EMPTY]`.
  const addressOf = (...path: string[]) => root + path.filter(Boolean).map(encodeURIComponent).join('/');

  async function download(
    address: string,
    signal: AbortSignal,
    asked: Pick<GetOptions, 'etag' | 'maxBytes' | 'firstBytes'>,
  ) {
    const answer = await http.download(address, { signal, ...asked });
    if (answer.file !== null || (answer.status === 304 && asked.etag != null)) return answer;
    if (asked.firstBytes !== undefined && NO_PART.has(answer.status)) return answer;
    throw unexpected(address, answer.status);
  }

  return {
    async directories(signal) {
      const address = addressOf('ecosystems.txt');
      const { status, body } = await http.get(address, { signal });
      if (status !== 200) throw unexpected(address, status);
      return chooseDirectories(directoriesIn(new TextDecoder().decode(body)), ecosystems);
    },
    reads: (directory) => ecosystems === undefined || ecosystems.includes(directory),

    archive: (directory, signal, etag) =>
      download(addressOf(directory, 'all.zip'), signal, { etag: etag ?? null, maxBytes: 16 * GIGABYTE }),
    list: (directory, signal, etag) =>
      download(addressOf(directory, LIST), signal, { etag: etag ?? null, maxBytes: LONGEST_LIST }),
    listHead: (firstBytes, signal, etag) =>
      download(addressOf(LIST), signal, { etag, maxBytes: LONGEST_LIST, firstBytes }),

    async record({ directory, id }, signal) {
      const address = addressOf(directory, `${id}.json`);
      const { status, body } = await http.get(address, { signal });
      if (status === 404) return null;
      if (status !== 200) throw unexpected(address, status);
      if (isMarkup(body)) throw new UnexpectedUpstream('osv', `${address} answers with a page`);
      return osvItem(body, id);
    },
  };
}

/** Throws for an unknown name, which would silently read nothing. */
function chooseDirectories(
  directories: readonly string[],
  ecosystems: readonly string[] = directories,
): readonly string[] {
  const unknown = ecosystems.filter((name) => !directories.includes(name));
  if (unknown.length === 0) return ecosystems;
  throw new UnexpectedUpstream('osv', `ecosystems.txt lacks ${unknown.join(', ')} of OSV_ECOSYSTEMS`);
}

/** Detects a proxy's HTML page; no record begins like this. */
function isMarkup(body: Uint8Array): boolean {
  return new TextDecoder().decode(body.subarray(0, 100)).trimStart().startsWith('<');
}

function unexpected(address: string, status: number): UnexpectedUpstream {
  return new UnexpectedUpstream('osv', `${address} answers ${status}`);
}
