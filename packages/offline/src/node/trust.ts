import { isLoopback, KEYS_FILE, LONGEST_KEYS, readKeys, SnapshotProblem } from '@almanac/core/snapshots';
import type { Source } from '../http-source.ts';
import { isAddress } from './source.ts';
import type { DbState } from './state.ts';

export interface Trust {
  readonly key: string;
  readonly why: 'pinned' | 'remembered' | 'first_use';
}

/**
 * Chooses the remembered key, the pinned one, or the one announced by an API. On first use without any of these, trusts
 * the publisher's own word unless somebody on the way could have changed it.
 */
export async function chooseKey(
  source: Source,
  { pinned, announced }: { readonly pinned: string | null; readonly announced: string | null },
  before: Pick<DbState, 'key'> | null,
): Promise<Trust> {
  if (before !== null) return { key: before.key, why: 'remembered' };
  if (pinned !== null) return { key: pinned, why: 'pinned' };
  if (announced !== null) return { key: announced, why: 'first_use' };
  if (!isPrivate(source.place)) throw new SnapshotProblem('key_unknown', `${source.place} is without TLS`);
  const keys = await source.read(KEYS_FILE, LONGEST_KEYS);
  if (keys === null) throw new SnapshotProblem('key_unknown', `${source.place} names no key`);
  return { key: readKeys(keys).key, why: 'first_use' };
}

/** Reports whether nobody on the way can change what is read there. */
export function isPrivate(place: string): boolean {
  const url = isAddress(place) ? new URL(place) : null;
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname);
}
