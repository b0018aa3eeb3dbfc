import { type Repeating, repeat } from './clock.ts';
import type { Pool } from './postgres.ts';

export interface WalSample {
  readonly at: number;
  readonly lsn: bigint;
}

export interface ReplicaReading {
  readonly now: number;
  readonly primary: readonly WalSample[];
  readonly primaryAnswers: boolean;
  /** The replay position; null if the replica did not answer. */
  readonly replayed: bigint | null;
  readonly limitMs: number;
}

export interface ReplicaState {
  readonly use: boolean;
  readonly reason: 'current' | 'primary_down' | 'lagging' | 'unreachable' | 'not_configured' | 'not_sampled';
  /** Null if unknown. */
  readonly lagMs: number | null;
}

/**
 * Decides whether to read from the replica. The lag is the age of the newest primary sample that the replica has
 * replayed. The replica itself cannot tell: when cut off, it has replayed all it received and looks current.
 */
export function judgeReplica({ now, primary, primaryAnswers, replayed, limitMs }: ReplicaReading): ReplicaState {
  if (replayed === null) return { use: false, reason: 'unreachable', lagMs: null };
  const reached = primary.findLast((sample) => sample.lsn <= replayed);
  const lagMs = reached === undefined ? null : Math.max(0, now - reached.at);
  // Without a primary there is nothing newer anywhere.
  if (!primaryAnswers) return { use: true, reason: 'primary_down', lagMs };
  if (lagMs === null || lagMs > limitMs) return { use: false, reason: 'lagging', lagMs };
  return { use: true, reason: 'current', lagMs };
}

/** `16/B374D848` → one number; both halves are hexadecimal. */
export function parseLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export interface ReplicaWatch extends Repeating {
  state(): ReplicaState;
}

export interface WatchOptions {
  readonly intervalMs: number;
  readonly limitMs: number;
  readonly now: () => number;
}

/** Samples both servers repeatedly. Needs its own pools: a busy pool would look like a dead server. */
export function watchReplica(primary: Pool, replica: Pool, { intervalMs, limitMs, now }: WatchOptions): ReplicaWatch {
  let samples: WalSample[] = [];
  let state: ReplicaState = { use: false, reason: 'not_sampled', lagMs: null };
  const repeating = repeat(intervalMs, async () => {
    // Taken before the query, so that writes in between only make the lag look longer.
    const at = now();
    const [written, replayed] = await Promise.all([
      askLsn(primary, 'select pg_current_wal_lsn()::text as lsn'),
      askLsn(replica, 'select pg_last_wal_replay_lsn()::text as lsn'),
    ]);
    if (written !== null) samples.push({ at, lsn: written });
    // Keeps samples beyond the limit, so that the log can say how far a replica lags.
    samples = samples.filter((sample, i) => i >= samples.length - 2 || at - sample.at <= 4 * limitMs);
    state = judgeReplica({ now: now(), primary: samples, primaryAnswers: written !== null, replayed, limitMs });
  });
  return { state: () => state, stop: () => repeating.stop() };
}

async function askLsn(pool: Pool, text: string): Promise<bigint | null> {
  try {
    const { rows } = await pool.query<{ lsn: string | null }>(text);
    const lsn = rows[0]?.lsn ?? null;
    return lsn === null ? null : parseLsn(lsn);
  } catch {
    return null;
  }
}
