import { createHash } from 'node:crypto';
import path from 'node:path';
import { defaultCache, type OpenedSnapshot, type Run } from '@almanac/offline';
import { isPrivate, readState } from '@almanac/offline/store';
import { UsageError } from '../errors.ts';
import { count } from '../output/words.ts';
import type { Session } from '../session.ts';
import { DEFAULT_SNAPSHOT } from '../settings.ts';
import { givenKey } from './given-key.ts';

export interface Publisher {
  /** A URL or folder; null: nobody named one. */
  readonly place: string | null;
  readonly key: string | null;
  readonly folder: string;
}

const PROJECT_FILE = 'almanac.toml';

/** Reads the option, ALMANAC_SNAPSHOT or almanac.toml. */
export async function namedPublisher(
  session: Pick<Session, 'environment' | 'home' | 'folder'>,
  option: { readonly snapshot?: string | undefined; readonly key?: string | undefined } = {},
): Promise<Publisher> {
  const folder = defaultCache(session.environment, session.home);
  const key = await givenKey(session, option.key);
  const named = option.snapshot ?? (session.environment['ALMANAC_SNAPSHOT'] || null);
  const place = named === null || /^https?:/i.test(named) ? named : path.resolve(session.folder, named);
  if (place !== null) return { place, key, folder };
  const own = await ofProject(session.folder);
  if (own === null) return { place, key, folder };
  // A project must not decide whom the machine trusts, so its publisher gets a separate folder.
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

interface ChosenPlace {
  readonly place: string;
  readonly announcedKey: string | null;
}

/** Chooses the named place, that of the last pull, the one announced by the API, or the public one. */
export async function choosePlace(session: Session, { place, folder }: Publisher): Promise<ChosenPlace | null> {
  const known = place ?? (await readState(folder))?.source ?? null;
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

export function runOf({ signal, now, version, progress }: Session): Run {
  return {
    signal,
    now,
    userAgent: `almanac/${version}`,
    onProgress: ({ unit, done, all }) => progress.show(`${count(done)} of ${count(all)} ${unit}`, done, all),
    onWait: (host, milliseconds) =>
      progress.show(`${host} does not answer: waiting ${count(Math.ceil(milliseconds / 1_000))} s`),
  };
}

/** Reports newly trusted keys, even if only the answer is wanted: the key decides what is believed. */
export function tellTrust(
  { err, progress }: Pick<Session, 'err' | 'progress'>,
  { key, trust }: Pick<OpenedSnapshot, 'key' | 'trust'>,
): void {
  if (trust === 'remembered') return;
  const [log = ''] = key.split('+', 1);
  progress.clear();
  err.write(`almanac: ${TRUST_WORDS[trust](log, key)}\n`);
}

const TRUST_WORDS = {
  replaced: (log: string, key: string) =>
    `${log} has replaced its key, signed by the one before: this machine now trusts ${key}`,
  pinned: (_: string, key: string) => `this machine now trusts the key ${key}`,
  first_use: (log: string, key: string) =>
    `first use of ${log}: this machine now trusts the key ${key} and refuses snapshots signed by any other (--key pins one)`,
};
