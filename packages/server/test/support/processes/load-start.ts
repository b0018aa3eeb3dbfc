import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface LoadOptions {
  readonly url: string;
  readonly seconds: number;
  /** Without a rate each connection sends its next request when it has its answer. */
  readonly connections: number;
  /** Requests a second, however many are still unanswered. */
  readonly rate?: number;
}

/** The second in which it was sent, its status (0: none), and milliseconds until it was answered. */
export type Sample = readonly [second: number, status: number, milliseconds: number];

export interface LoadResult {
  readonly samples: readonly Sample[];
  readonly seconds: number;
}

export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const child = fork(new URL('load.ts', import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--conditions=@almanac/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const [result] = (await once(child, 'message')) as [LoadResult];
  return result;
}

export function withStatus({ samples }: LoadResult, status: number): readonly Sample[] {
  return samples.filter(([, given]) => given === status);
}

/** Successful answers a second. */
export function goodput(result: LoadResult): number {
  return withStatus(result, 200).length / result.seconds;
}

export function percentile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(([, , milliseconds]) => milliseconds).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** For people: how many, and how long they took. */
export function described(samples: readonly Sample[]): string {
  const at = (share: number) => percentile(samples, share).toFixed(1);
  return samples.length === 0 ? 'none' : `${samples.length}, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}
