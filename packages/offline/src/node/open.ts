import { homedir } from 'node:os';
import path from 'node:path';
import type { Component } from '@almanac/core/sbom';
import { type AskedSnapshot, NotAtHand } from '@almanac/core/scan';
import { openSnapshot as openVerified, type ShardPlace, SnapshotProblem } from '@almanac/core/snapshots';
import type { Source } from '../http-source.ts';
import { type Snapshot, toSnapshot } from '../snapshot.ts';
import { type Held, isHeld, joined } from './held.ts';
import { NODE_PLATFORM } from './node-platform.ts';
import { checkKey, type HeldSnapshot, openHeld, openState } from './open-held.ts';
import { type Pulled, pull } from './pull.ts';
import type { Run } from './run.ts';
import { openSource } from './source.ts';
import { commitState, type DbState, readState } from './state.ts';
import { chooseKey, type Trust } from './trust.ts';
import { partsOf, type WantedParts } from './wanted.ts';

export interface SnapshotOptions extends Partial<Run> {
  /** URL or folder of the published snapshots. Without it, the cache answers without a connection. */
  readonly source?: string | undefined;
  /**
   * The publisher's verifier key. Without it, the key that the publisher names over TLS, or on this machine, is trusted
   * on first use and remembered in the cache.
   */
  readonly key?: string | null | undefined;
  /**
   * Folder that keeps verified files and the verified log, which detects rollbacks. Without it, nothing is kept.
   * `defaultCache()` is the command line's folder.
   */
  readonly cache?: string | undefined;
  /** Package URLs whose parts are downloaded together, in a few requests. Other parts are downloaded on demand. */
  readonly packages?: readonly string[] | undefined;
  /** Store paths, likewise. */
  readonly components?: readonly Component[] | undefined;
  /** A key announced by an API over TLS. */
  readonly announcedKey?: string | null | undefined;
  /** Called with the newest snapshot before its parts are downloaded. */
  readonly onOpen?: ((snapshot: Snapshot) => void) | undefined;
}

/** A snapshot that may be kept in a folder. */
export interface OpenedSnapshot extends Snapshot, AsyncDisposable {
  /** The verifier key, trusted from now on. */
  readonly key: string;
  /** Why the key is trusted. */
  readonly trust: Trust['why'] | 'replaced';
  /** Whether opening the snapshot added anything to the cache. */
  readonly isUpdated: boolean;
  readonly downloaded: { readonly files: number; readonly bytes: number };
  /** Why the newest snapshot could not be read and an earlier one answers; null: this is the newest. */
  readonly fallback: SnapshotProblem | null;
  /** Records in the cache which parts were used, so that the next pull keeps them. `await using` does the same. */
  close(): Promise<void>;
}

/**
 * Opens the newest snapshot, after checking signature, log and age. What the cache has is not downloaded again; where the publisher cannot be
 * reached, it answers alone for as long as the snapshot may be used.
 *
 * ```ts
 * import { defaultCache, openSnapshot } from '@almanac/offline';
 *
 * const snapshot = await openSnapshot({ source: 'https://almanac.example.org/snapshot', cache: defaultCache() });
 * const { verdict, matches } = await snapshot.judge('pkg:npm/lodash@4.17.20');
 * await snapshot.close();
 * ```
 */
export async function openSnapshot(options: SnapshotOptions): Promise<OpenedSnapshot> {
  const { source, cache, key = null } = options;
  const run = toRun(options);
  if (cache === undefined) return openUncached(options, run);
  if (source === undefined) {
    return toOpened(await openHeld(cache, key, new Date(run.now())), { run, folder: cache });
  }
  const before = await readState(cache);
  try {
    const wanted = { purls: options.packages ?? [], components: options.components ?? [] };
    const updated = await updateStore(run, { ...options, source, folder: cache, wanted, thorough: false });
    return toOpened(updated, { run, folder: cache, updated });
  } catch (error) {
    const isUnreachable = error instanceof SnapshotProblem && error.code === 'snapshot_unreachable';
    if (!isUnreachable || before === null) throw error;
    checkKey(before, key);
    return toOpened(await openState(cache, before, new Date(run.now())), { run, folder: cache, fallback: error });
  }
}

/** The cache folder (XDG) that the command line also uses. */
export function defaultCache(
  environment: Readonly<Record<string, string | undefined>> = {},
  home: string = homedir(),
): string {
  const given = environment['XDG_CACHE_HOME'] ?? '';
  return path.join(path.isAbsolute(given) ? given : path.join(home, '.cache'), 'almanac', 'db');
}

export interface UpdateOptions extends Pick<SnapshotOptions, 'announcedKey' | 'onOpen' | 'key'> {
  readonly folder: string;
  readonly source: string;
  readonly wanted: Partial<WantedParts>;
  /** Also hashes what is held but not wanted. */
  readonly thorough?: boolean;
}

export interface Updated extends Pulled {
  readonly trust: OpenedSnapshot['trust'];
  readonly isUpdated: boolean;
  readonly source: Source;
}

/** Updates a folder to the newest snapshot with the wanted parts. */
export async function updateStore(run: Run, options: UpdateOptions): Promise<Updated> {
  const { folder, key: pinned = null, announcedKey: announced = null, wanted, thorough, onOpen } = options;
  const before = await readState(folder);
  const source = openSource(options.source, run);
  const trust = await chooseKey(source, { pinned, announced }, before);
  const pulled = await pull(run, {
    folder,
    key: trust.key,
    pinned,
    source,
    ...(thorough === undefined ? {} : { thorough }),
    wanted: { everything: false, ecosystems: [], records: false, purls: [], components: [], ...wanted },
    opened: (snapshot) => onOpen?.(toSnapshot({ snapshot, visit: () => {} }, run.now)),
  });
  const isReplaced = before !== null && before.key !== pulled.state.key;
  return {
    ...pulled,
    source,
    trust: isReplaced ? 'replaced' : trust.why,
    isUpdated: pulled.state.number !== before?.number,
  };
}

function toRun({
  signal,
  now = () => Date.now(),
  userAgent = 'almanac-offline',
  onProgress,
  onWait,
}: SnapshotOptions): Run {
  return { signal, now, userAgent, onProgress, onWait };
}

interface Opening {
  readonly run: Run;
  readonly folder: string;
  readonly updated?: Updated;
  readonly fallback?: SnapshotProblem;
}

function toOpened(
  { snapshot, state }: Omit<HeldSnapshot, 'read'>,
  { run, folder, updated, fallback }: Opening,
): OpenedSnapshot {
  const used: ShardPlace[] = [];
  const asked: AskedSnapshot = {
    snapshot,
    visit(partition, place) {
      // Without a place the error concerns the index, which is held with the first shard.
      if (place === null ? state.held.has(partition) : isHeld(state.held, place)) return;
      if (updated === undefined) throw new NotAtHand();
      if (place !== null) used.push(place);
    },
  };
  const close = () => rememberParts(folder, state, used.splice(0));
  return {
    ...toSnapshot(asked, run.now),
    key: state.key,
    trust: updated?.trust ?? 'remembered',
    isUpdated: updated?.isUpdated ?? false,
    downloaded: updated?.source.downloaded ?? { files: 0, bytes: 0 },
    fallback: fallback ?? null,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function rememberParts(folder: string, state: DbState, used: readonly ShardPlace[]): Promise<void> {
  if (used.length === 0) return;
  const held: Held = new Map([
    ...state.held,
    ...[...partsOf(used)].map(([name, part]) => [name, joined(state.held.get(name), part)] as const),
  ]);
  // If another process has pulled meanwhile, its state is newer.
  await commitState(folder, { ...state, number: state.number + 1, held });
}

async function openUncached(
  { source: place, key = null, announcedKey = null, onOpen }: SnapshotOptions,
  run: Run,
): Promise<OpenedSnapshot> {
  if (place === undefined) throw new TypeError('openSnapshot needs a source, a cache, or both');
  const source = openSource(place, run);
  const trust = await chooseKey(source, { pinned: key, announced: announcedKey }, null);
  const trusted = { key: trust.key, verified: null };
  const snapshot = await openVerified({ ...NODE_PLATFORM, read: source.read }, trusted, new Date(run.now()));
  const opened = toSnapshot({ snapshot, visit: () => {} }, run.now);
  onOpen?.(opened);
  return {
    ...opened,
    key: snapshot.keys.at(-1) ?? trust.key,
    trust: trust.why,
    isUpdated: false,
    downloaded: source.downloaded,
    fallback: null,
    close: forgetNothing,
    [Symbol.asyncDispose]: forgetNothing,
  };
}

async function forgetNothing(): Promise<void> {}
