import { Redis } from 'ioredis';
import { ADDRESSES, DATABASE_MACHINES, type DatabaseMachine } from './network.ts';

export interface Member {
  readonly name: DatabaseMachine;
  readonly role: 'leader' | 'sync_standby' | 'replica' | (string & {});
  readonly state: string;
  readonly timeline?: number;
  /** Bytes behind the primary, or `unknown`. */
  readonly lag?: number | string;
}

/** The members as the first node sees them that answers; none where no node does. */
export async function members(): Promise<readonly Member[]> {
  for (const name of DATABASE_MACHINES) {
    const found = await askedOf<{ members: Member[] }>(`http://${ADDRESSES[name]}:8008/cluster`);
    if (found !== null && found.members.some(({ role }) => role === 'leader')) return found.members;
  }
  return [];
}

/** Whether all three follow one primary, one of them synchronously. */
export function isWhole(found: readonly Member[]): boolean {
  const leader = found.find(({ role }) => role === 'leader');
  const running = found.filter(({ state }) => state === 'running' || state === 'streaming');
  return (
    found.length === 3 &&
    running.length === 3 &&
    found.some(({ role }) => role === 'sync_standby') &&
    found.every(({ timeline, lag }) => timeline === leader?.timeline && (lag === undefined || Number(lag) < 1 << 24))
  );
}

export async function etcdLeader(): Promise<DatabaseMachine | null> {
  for (const name of DATABASE_MACHINES) {
    const url = `http://${ADDRESSES[name]}:2379/v3/maintenance/status`;
    const status = await askedOf<{ header: { member_id: string }; leader?: string }>(url, {
      method: 'POST',
      body: '{}',
    });
    if (status !== null && status.header.member_id === status.leader) return name;
  }
  return null;
}

/** The machine of the primary of Redis, as most sentinels have it, and how many replicas they know to be well. */
export async function redisPrimary(): Promise<{ machine: DatabaseMachine; replicas: number } | null> {
  for (const name of DATABASE_MACHINES) {
    const sentinel = new Redis({
      host: ADDRESSES[name],
      port: 26_379,
      lazyConnect: true,
      connectTimeout: 1_000,
      commandTimeout: 1_000,
      retryStrategy: () => null,
    });
    sentinel.on('error', () => {});
    try {
      await sentinel.connect();
      const [address] = (await sentinel.call('SENTINEL', 'get-master-addr-by-name', 'almanac')) as [string];
      const replicas = (await sentinel.call('SENTINEL', 'replicas', 'almanac')) as string[][];
      const machine = DATABASE_MACHINES.find((each) => ADDRESSES[each] === address);
      const well = replicas.filter(
        (fields) => valueIn(fields, 'flags') === 'slave' && valueIn(fields, 'master-link-status') === 'ok',
      );
      if (machine !== undefined) return { machine, replicas: well.length };
    } catch {
      // The next one may know.
    } finally {
      sentinel.disconnect();
    }
  }
  return null;
}

function valueIn(fields: readonly string[], name: string): string | undefined {
  return fields[fields.indexOf(name) + 1];
}

async function askedOf<T>(url: string, init: RequestInit = {}): Promise<T | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(2_000) });
    return (await response.json()) as T;
  } catch {
    return null;
  }
}
