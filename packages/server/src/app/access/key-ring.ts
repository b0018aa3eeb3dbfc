import { type Lru, lru } from '../../platform/lru.ts';
import { isStorageUnavailable } from '../../platform/unavailable.ts';
import { type FoundKey, keyHolder } from '../../queries/key-holder.ts';
import { noteUse } from '../../store/access.ts';
import type { AlmanacDatabases } from '../../store/database.ts';
import { keyHash } from './api-key.ts';

/** `unavailable`: the database could not be asked, which says nothing about the key. */
export type KeyState = Pick<FoundKey, 'account' | 'status'> | 'invalid' | 'unavailable';

/** The keys that were seen of late. Asks the database about each once in a while, not for every request. */
export interface KeyRing {
  /** At once where it is known. A key that was never seen is looked up only if `mayAsk` says so; null: it did not. */
  check(key: string, mayAsk: () => boolean): KeyState | null | Promise<KeyState>;
  /** The account has another key from now on: what is known of its keys no longer counts. */
  forget(account: number): void;
}

/** A revoked key is refused within a minute, whatever happens: this is how long an answer counts when nobody can be asked. */
const HONOURED_MS = 60_000;
const FRESH_MS = 30_000;
const MAX_KEYS = 10_000;

interface Kept {
  readonly state: Exclude<KeyState, 'unavailable'>;
  readonly at: number;
  /** Look-ups are numbered, so that one which began before an account was forgotten does not count after it. */
  readonly order: number;
}

export interface KeyRingOptions {
  readonly databases: AlmanacDatabases;
  readonly now: () => number;
  /** Lets a look-up through, or throws where there is too much to do. */
  readonly admit: <T>(work: () => Promise<T>) => Promise<T>;
}

export function openKeyRing({ databases, now, admit }: KeyRingOptions): KeyRing {
  const known: Lru<Kept> = lru(MAX_KEYS);
  const underWay = new Map<string, Promise<KeyState>>();
  const forgotten: Lru<number> = lru(MAX_KEYS);
  let lookUps = 0;

  return {
    check(key, mayAsk) {
      const sha256 = keyHash(key);
      const name = sha256.toString('base64url'); // what stays in memory is a hash, too
      const here = keptFor(name, FRESH_MS) ?? underWay.get(name);
      if (here !== undefined) return here;
      if (known.peek(name) === undefined && !mayAsk()) return null;
      const asked = lookUp(name, sha256).finally(() => underWay.delete(name));
      underWay.set(name, asked);
      return asked;
    },
    forget(account) {
      forgotten.set(String(account), lookUps, 1);
    },
  };

  function keptFor(name: string, milliseconds: number): KeyState | undefined {
    const kept = known.get(name);
    if (kept === undefined || isForgotten(kept)) return undefined;
    const age = now() - kept.at;
    return age >= 0 && age < milliseconds ? kept.state : undefined;
  }

  function isForgotten({ state, order }: Kept): boolean {
    return typeof state === 'object' && order <= (forgotten.peek(String(state.account)) ?? 0);
  }

  async function lookUp(name: string, sha256: Buffer): Promise<KeyState> {
    const at = now();
    lookUps += 1;
    const order = lookUps;
    try {
      const found = await admit(() => find(sha256));
      const state = found === null ? 'invalid' : { account: found.account, status: found.status };
      known.set(name, { state, at, order }, 1);
      const day = new Date(at).toISOString().slice(0, 10);
      // That a key was used is good to know, and no reason to let anyone wait or to refuse them.
      if (found !== null && found.lastUsedOn !== day) noteUse(databases.primary, sha256, day).catch(() => {});
      return state;
    } catch {
      return keptFor(name, HONOURED_MS) ?? 'unavailable';
    }
  }

  /** The replica may not have heard of a key or of its end: it is believed only while the primary is away, and only for yes. */
  async function find(sha256: Buffer): Promise<FoundKey | null> {
    try {
      return await keyHolder(databases.primary, sha256);
    } catch (error) {
      if (!isStorageUnavailable(error) || !databases.replicaState().use) throw error;
      const found = await keyHolder(databases.read(), sha256);
      if (found === null) throw error;
      return found;
    }
  }
}
