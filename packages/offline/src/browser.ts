import { openSnapshot as openVerified } from '@almanac/core/snapshots';
import { BROWSER_PLATFORM } from './browser/browser-platform.ts';
import type { KeptHead } from './browser/kept-head.ts';
import { type HttpOptions, openHttpSource, readAddress } from './http-source.ts';
import { type Snapshot, toSnapshot } from './snapshot.ts';

export { type KeptHead, keptHead } from './browser/kept-head.ts';
export type { AffectedVersions, PackageVulnerability } from './find-vulnerabilities.ts';
export type { Snapshot, SnapshotCoverage, SnapshotInfo } from './snapshot.ts';

export interface BrowserOptions
  extends Partial<Pick<HttpOptions, 'signal' | 'now' | 'concurrency' | 'maxBytes' | 'timeoutMs'>> {
  /** URL of the published snapshots. */
  readonly source: string;
  /** The publisher's verifier key. */
  readonly key: string;
  /** Remembers the verified log to detect rollbacks: `keptHead(() => localStorage)`. */
  readonly cache?: KeptHead;
}

const MAX_BYTES = 64 << 20;

/**
 * Opens the newest snapshot in a page or a worker. Parts are downloaded when a question needs them, and the browser keeps them. Only paths
 * of files are sent, which name no package.
 *
 * ```ts
 * const snapshot = await openSnapshot({ source, key, cache: keptHead(() => localStorage) });
 * const { verdict } = await snapshot.judge('pkg:npm/lodash@4.17.20');
 * ```
 */
async function openInBrowser({
  source,
  key,
  cache,
  now = () => Date.now(),
  ...options
}: BrowserOptions): Promise<Snapshot> {
  const { read } = openHttpSource(readAddress(source), {
    maxBytes: MAX_BYTES,
    ...options,
    now,
    retry: { retries: 0, longestWaitMs: 0 },
    request: { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' },
  });
  const trusted = { key, verified: cache?.read(key) ?? null };
  const snapshot = await openVerified({ ...BROWSER_PLATFORM, read }, trusted, new Date(now()));
  cache?.keep(key, snapshot.checkpoint);
  return toSnapshot({ snapshot, visit: () => {} }, now);
}

export { openInBrowser as openSnapshot };
