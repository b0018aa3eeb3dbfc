import type { Download } from '../../platform/http-client.ts';
import { type Http, UnexpectedUpstream, type Unreadable } from '../source.ts';
import { directoriesIn } from './directories.ts';
import type { ListedRow } from './listing.ts';
import { type OsvSourceRecord, osvItem } from './record.ts';

/** Objects of OSV's public bucket. `directory` is an ecosystem's name; the empty one is the bucket itself. */
export interface Bucket {
  directories(signal: AbortSignal): Promise<readonly string[]>;
  /** `etag` makes it conditional: then the status may be 304. */
  archive(directory: string, signal: AbortSignal, etag?: string | null): Promise<Download>;
  list(directory: string, signal: AbortSignal, etag?: string | null): Promise<Download>;
  /** Null: not there, or not yet. */
  record(row: ListedRow, signal: AbortSignal): Promise<OsvSourceRecord | Unreadable | null>;
}

const GIGABYTE = 1024 ** 3;

export function openBucket(http: Http, url: string): Bucket {
  const root = url.endsWith('/') ? url : `${url}/`;
  // Names have spaces and brackets in them: `Rocky Linux`, `[EMPTY]`.
  const addressOf = (...path: string[]) => root + path.filter(Boolean).map(encodeURIComponent).join('/');

  async function download(address: string, maxBytes: number, signal: AbortSignal, etag: string | null = null) {
    const answer = await http.download(address, { signal, etag, maxBytes, accept: '*/*' });
    if (answer.file !== null || (answer.status === 304 && etag !== null)) return answer;
    throw unexpected(address, answer.status);
  }

  return {
    async directories(signal) {
      const address = addressOf('ecosystems.txt');
      const { status, body } = await http.get(address, { signal, accept: 'text/plain' });
      if (status !== 200) throw unexpected(address, status);
      return directoriesIn(new TextDecoder().decode(body));
    },

    archive: (directory, signal, etag) => download(addressOf(directory, 'all.zip'), 16 * GIGABYTE, signal, etag),
    list: (directory, signal, etag) => download(addressOf(directory, 'modified_id.csv'), 2 * GIGABYTE, signal, etag),

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

/** No record begins so; a page of somebody who stands in between does. */
function isMarkup(body: Uint8Array): boolean {
  return new TextDecoder().decode(body.subarray(0, 100)).trimStart().startsWith('<');
}

function unexpected(address: string, status: number): UnexpectedUpstream {
  return new UnexpectedUpstream('osv', `${address} answers ${status}`);
}
