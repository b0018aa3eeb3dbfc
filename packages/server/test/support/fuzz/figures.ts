import { ENDPOINTS, type Endpoint, RATES } from '@almanac/contract';
import type { Watched } from '../processes/watched-api.ts';
import { ROOMY } from '../roomy.ts';
import type { FuzzCounts } from './tally.ts';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
}

export interface FuzzFigures extends Watched, FuzzCounts {
  /** Sent by the generator, and by attackers beside it. */
  readonly fuzzed: number;
  readonly attacked: number;
  /** Answers that went through the whole contract: schema, status and headers. */
  readonly validated: number;
  readonly seconds: number;
}

const VALIDATED_EVERY = 20;

/** Reports whether the answer to a case goes through the whole contract: each twentieth of each endpoint, which take turns. */
export function isValidated(index: number): boolean {
  const round = Math.floor(index / ENDPOINTS.length);
  return (round + (index % ENDPOINTS.length)) % VALIDATED_EVERY === 0;
}

/** Longer than any answer may take. */
export const ANSWERED_WITHIN_MS = 60_000;

/** The environment of an api without limits for a caller. */
export function getEnvironment(redisUrl: string): Readonly<Record<string, string>> {
  return {
    ...WITHOUT_LIMITS,
    REDIS_URL: redisUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    ACCESS_API_URL: 'http://127.0.0.1:1',
  };
}

const WITHOUT_LIMITS = {
  RATE_LIMITS: Object.keys(RATES)
    .map((name) => `${name}=999999999`)
    .join(','),
  CALLER_BUDGETS: Object.keys(ROOMY)
    .map((name) => `${name}=999999999/999999999`)
    .join(','),
};

export function getHeaders(
  { auth }: Endpoint,
  key: string,
  body: string | undefined,
): Readonly<Record<string, string>> {
  return {
    ...(auth === 'none' ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

export function isEventStream({ media }: Endpoint): boolean {
  return media?.startsWith('text/event-stream') === true;
}

/** `{"code":"CVE_UNKNOWN"}` → `CVE_UNKNOWN`; null if there is none. */
export function readCode(text: string): string | null {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? null;
  } catch {
    return null;
  }
}

/** Formats the figures for people. */
export function formatFigures(figures: FuzzFigures, seed: number): string {
  const { fuzzed, attacked, validated, seconds, byStatus, byCode, slowest, faults } = figures;
  const counts = (given: Readonly<Record<string, number>>) =>
    Object.entries(given)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ');
  return [
    `seed ${seed}: ${fuzzed} fuzzed and ${attacked} hostile requests in ${seconds.toFixed(0)} s, ${(fuzzed / seconds).toFixed(0)} a second; ${validated} answers validated`,
    `by status: ${counts(byStatus)}`,
    `by code: ${counts(byCode)}`,
    `busiest stall ${figures.busiestStall.computed.toFixed(0)} ms of computing, longest stall ${figures.longestStall.milliseconds.toFixed(0)} ms, most memory ${figures.mostRssMb.toFixed(0)} MB, heap by tenths ${figures.leastHeapMb.map((each) => each.toFixed(0)).join(' ')} MB, ${figures.cpuSeconds.toFixed(0)} s of processor time`,
    ...slowest.map(([milliseconds, asked]) => `  ${milliseconds.toFixed(0)} ms ${asked}`),
    `${faults.length} faults`,
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n');
}
