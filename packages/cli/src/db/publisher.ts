import { createHash } from 'node:crypto';
import path from 'node:path';
import { isLoopback, KEYS_FILE, LONGEST_KEYS, readKeys } from '@almanac/core/snapshots';
import { UsageError } from '../errors.ts';
import type { Session } from '../session.ts';
import { DEFAULT_SNAPSHOT, dbFolder } from '../settings.ts';
import { givenKey } from './given-key.ts';
import type { Source } from './source.ts';
import type { DbState } from './state.ts';

/** Who publishes the snapshots that a run uses, and where this machine keeps them. */
export interface Publisher {
  /** An address or a folder; null: nobody named one. */
  readonly place: string | null;
  /** The key that is pinned; null: none is. */
  readonly key: string | null;
  readonly folder: string;
}

const PROJECT_FILE = 'almanac.toml';

/** The publisher that an option, ALMANAC_SNAPSHOT or almanac.toml names. */
export async function namedPublisher(
  session: Pick<Session, 'environment' | 'home' | 'folder'>,
  option: { readonly snapshot?: string | undefined; readonly key?: string | undefined } = {},
): Promise<Publisher> {
  const folder = dbFolder(session.environment, session.home);
  const key = await givenKey(session, option.key);
  const place = option.snapshot ?? (session.environment['ALMANAC_SNAPSHOT'] || null);
  if (place !== null) return { place, key, folder };
  const own = await ofProject(session.folder);
  if (own === null) return { place, key, folder };
  // A project must not decide whom the machine trusts: what it names has a folder of its own.
  const name = createHash('sha256').update(own.url).digest('hex').slice(0, 16);
  return { place: own.url, key: key ?? own.key, folder: path.join(folder, 'project', name) };
}

async function ofProject(folder: string): Promise<{ readonly url: string; readonly key: string | null } | null> {
  const { readFile } = await import('node:fs/promises');
  const text = await readFile(path.join(folder, PROJECT_FILE), 'utf8').catch(() => null);
  if (text === null || !text.includes('[snapshot]')) return null;
  const { DecisionProblem, readSnapshotToml } = await import('@almanac/core/decisions');
  try {
    return readSnapshotToml(text, PROJECT_FILE);
  } catch (error) {
    if (error instanceof DecisionProblem) throw new UsageError(error.message);
    throw error;
  }
}

/** Where snapshots are pulled from, with the key that the API announces for them, if it does. */
export interface ChosenPlace {
  readonly place: string;
  readonly announcedKey: string | null;
}

/** The named place, that of the last pull, the one that the API announces, or the public one; null: there is none. */
export async function choosePlace(
  session: Session,
  { place }: Publisher,
  before: Pick<DbState, 'source'> | null,
): Promise<ChosenPlace | null> {
  const known = place ?? before?.source ?? null;
  if (known !== null) return { place: known, announcedKey: null };
  if (session.isApiNamed) return announcedPlace(session);
  return DEFAULT_SNAPSHOT === '' ? null : { place: DEFAULT_SNAPSHOT, announcedKey: null };
}

async function announcedPlace({ baseUrl, client, signal }: Session): Promise<ChosenPlace> {
  const { getVersion } = await import('@almanac/contract');
  const { snapshot } = (await client.call(getVersion, {}, { signal })).data;
  if (snapshot == null) throw new UsageError(`${baseUrl} publishes no snapshots.`, NAME_ONE);
  return { place: snapshot.url, announcedKey: isPrivate(baseUrl) ? snapshot.verifierKey : null };
}

export const NAME_ONE = '--snapshot or ALMANAC_SNAPSHOT names the address or folder of a publisher.';

/** The key that is trusted, and how it came to be. */
export interface Trust {
  readonly key: string;
  readonly why: 'pinned' | 'remembered' | 'first_use';
}

/** On first use without a pinned key, the publisher's own word is taken, unless others on the way could have changed it. */
export async function chooseKey(
  source: Source,
  { announcedKey }: ChosenPlace,
  { key: pinned }: Publisher,
  before: Pick<DbState, 'key'> | null,
): Promise<Trust> {
  if (before !== null) return { key: before.key, why: 'remembered' };
  if (pinned !== null) return { key: pinned, why: 'pinned' };
  if (announcedKey !== null) return { key: announcedKey, why: 'first_use' };
  if (!isPrivate(source.place)) {
    throw new UsageError(
      `${source.place} is without TLS: somebody on the way could name another key.`,
      'Pass the publisher’s key with --key or ALMANAC_SNAPSHOT_KEY, or use https.',
    );
  }
  const keys = await source.read(KEYS_FILE, LONGEST_KEYS);
  if (keys === null) {
    throw new UsageError(
      `${source.place} names no key.`,
      'Pass the publisher’s key with --key or ALMANAC_SNAPSHOT_KEY. Is it the address of a snapshot?',
    );
  }
  return { key: readKeys(keys).key, why: 'first_use' };
}

/** Whether nobody on the way can change what is read there. */
function isPrivate(place: string): boolean {
  const url = /^https?:\/\//i.test(place) ? new URL(place) : null;
  return url === null || url.protocol === 'https:' || isLoopback(url.hostname);
}

/**
 * Says whom the machine trusts from now on, where that is new. Also where only the answer is wanted: the key decides what is believed.
 */
export function tellTrust(
  { err, progress }: Pick<Session, 'err' | 'progress'>,
  { why }: Trust,
  { before, state }: { readonly before: DbState | null; readonly state: DbState },
): void {
  const { key } = state;
  const [log = ''] = key.split('+', 1);
  if (before !== null && before.key === key) return;
  progress.clear();
  if (before !== null) {
    err.write(`almanac: ${log} has replaced its key, signed by the one before: this machine now trusts ${key}\n`);
  } else if (why === 'pinned') err.write(`almanac: this machine now trusts the key ${key}\n`);
  else {
    err.write(
      `almanac: first use of ${log}: this machine now trusts the key ${key} and refuses snapshots signed by any other (--key pins one)\n`,
    );
  }
}
