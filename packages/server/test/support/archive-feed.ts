import { stat } from 'node:fs/promises';
import type { Feed } from '../../src/ingest/feed.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import type { Download } from '../../src/platform/http-client.ts';
import type { Http } from '../../src/sources/source.ts';
import { httpAnswer } from './source-deps.ts';

export type ArchiveSource = 'cve_list_v5' | 'osv';

const HOST = 'https://archives.test';
/** A day that was over when this was written. */
const BASELINE = '2026-01-02_all_CVEs_at_midnight.zip';

/** A source with an upstream that has nothing but one archive of everything. */
export function archiveFeed(id: ArchiveSource): Feed {
  const feed = openFeeds({
    osv: { bucketUrl: `${HOST}/`, apiUrl: HOST, wholeArchive: true },
    cve_list_v5: { rawUrl: `${HOST}/`, releasesUrl: `${HOST}/releases`, archiveUrls: [HOST] },
  }).get(id);
  if (feed === undefined) throw new Error(`${id} is not read`);
  return feed;
}

/** The way to that archive, which is a file here. */
export function archiveHttp(path: string): Http {
  const assets = [{ name: BASELINE, browser_download_url: `${HOST}/${BASELINE}`, state: 'uploaded' }];
  return {
    get: async () => httpAnswer(200, JSON.stringify([{ tag_name: 'newest', assets }])),
    async download(): Promise<Download> {
      const file = { path, size: (await stat(path)).size, sha256: '' };
      const answer = { status: 200, etag: null, lastModified: null, headers: new Map<string, string>() };
      return { ...answer, file, [Symbol.asyncDispose]: async () => {} };
    },
  };
}
