import type { EventEmitter } from 'node:events';
import { Cluster, Redis } from 'ioredis';

export interface RedisAddress {
  readonly url: string;
  /** Sentinels know the primary; the host in `url` is the group's name then. */
  readonly sentinels?: readonly RedisNode[] | undefined;
  /** Some nodes of a cluster, which know the others; `url` only gives user, password and encryption then. */
  readonly clusterNodes?: readonly RedisNode[] | undefined;
}

export interface RedisNode {
  readonly host: string;
  readonly port: number;
}

/**
 * Each command takes one key, so that no pipeline or script spans two hash slots of a cluster. A test asks Redis for
 * each command's number of keys.
 */
export const ONE_KEY_COMMANDS = ['getBuffer', 'set', 'incrby', 'expire'] as const;
export type OneKeyCommands = Pick<Redis, (typeof ONE_KEY_COMMANDS)[number]>;

/** One server, a group behind sentinels, or a cluster. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Resolves when every server that a command may need answers. Otherwise rejects or hangs. */
  readonly probe: () => Promise<unknown>;
}

interface RedisClient extends OneKeyCommands, Pick<EventEmitter, 'on'> {
  readonly status: string;
  connect(): Promise<void>;
  disconnect(reconnect?: boolean): void;
}

const CONNECT_TIMEOUT_MS = 1_000;

/** How long a topology change may go unnoticed. Meanwhile a moved key costs one redirection. */
const SLOTS_REFRESH_MS = 2_000;

/** Auto-pipelining sends commands of one event loop turn in a single write per server. */
const PATIENT_WITH_NOTHING = { lazyConnect: true, enableOfflineQueue: false, enableAutoPipelining: true } as const;

/** Connects lazily. */
export function redisConnection(address: RedisAddress): RedisConnection {
  const { url, sentinels = [], clusterNodes = [] } = address;
  if (clusterNodes.length > 0) return clusterConnection(url, clusterNodes);
  const client = new Redis(url, {
    ...PATIENT_WITH_NOTHING,
    maxRetriesPerRequest: 0,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: reconnectDelay,
    ...bySentinels(url, sentinels),
  });
  return { client, probe: () => client.ping() };
}

function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 50, 1_000);
}

function bySentinels(url: string, sentinels: readonly RedisNode[]) {
  if (sentinels.length === 0) return {};
  const { hostname: name, protocol } = new URL(url);
  const encrypted = protocol === 'rediss:' ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {};
  // Without a limit, a hanging sentinel would hide the working ones.
  return { sentinels: [...sentinels], name, sentinelCommandTimeout: 1_000, ...encrypted };
}

function clusterConnection(url: string, nodes: readonly RedisNode[]): RedisConnection {
  const { protocol, username, password } = new URL(url);
  const encrypted = protocol === 'rediss:';
  const client = new Cluster([...nodes], {
    ...PATIENT_WITH_NOTHING,
    clusterRetryStrategy: reconnectDelay,
    // The breaker decides whether to wait.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    slotsRefreshInterval: SLOTS_REFRESH_MS,
    // Certificates are issued for names, which must not be replaced by addresses.
    ...(encrypted
      ? { dnsLookup: (host: string, done: (error: null, address: string) => void) => done(null, host) }
      : {}),
    redisOptions: {
      username: decodeURIComponent(username),
      password: decodeURIComponent(password),
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      ...(encrypted ? { tls: {} } : {}),
    },
  });
  return { client, probe: () => probeCluster(client) };
}

/**
 * Asks every primary with slots, since one says nothing about the others. Primaries that ioredis has given up are
 * missing until the slots are reloaded.
 */
async function probeCluster(client: Cluster): Promise<void> {
  const primaries = new Set(client.slots.flatMap(([primary]) => primary ?? []));
  const nodes = client.nodes('master');
  if (primaries.size === 0 || nodes.length < primaries.size) throw new Error('a primary of the cluster is away');
  const states = await Promise.all(nodes.map((node) => node.cluster('INFO')));
  if (!states.every((state) => state.includes('cluster_state:ok'))) throw new Error('the cluster is down');
}
