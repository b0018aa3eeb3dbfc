import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { RATES } from '@almanac/contract';
import { request } from 'undici';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { checked, endpointOf } from '../app.ts';
import type { AttackDeps } from '../hostile/attack.ts';
import { ATTACKS } from '../hostile/index.ts';
import { openHostileWorld } from '../hostile/world.ts';
import { startRedis } from '../processes/redis-server.ts';
import { startWatchedApi, type Watched } from '../processes/watched-api.ts';
import { ROOMY } from '../roomy.ts';
import { type FuzzCase, fuzzCases } from './cases.ts';
import { type FuzzCounts, openTally, type Tally } from './tally.ts';
import { FUZZ_KNOWN, fillFuzzWorld } from './world.ts';

export interface FuzzFigures extends Watched, FuzzCounts {
  /** Sent by the generator, and by attackers beside it. */
  readonly fuzzed: number;
  readonly attacked: number;
  /** Answers that went through the whole contract: schema, status and headers. */
  readonly validated: number;
  readonly seconds: number;
}

/** Every so manieth answer goes through the whole contract; of the others the status and the code are looked at. */
const VALIDATED_EVERY = 20;
/** So many may wait for upstreams, which answer one or two a second, and the others go on. */
const LIVE_FETCH_QUEUE = 24;
const CONNECTIONS = 8 + LIVE_FETCH_QUEUE;
/** Longer than any answer may take. */
const ANSWERED_WITHIN_MS = 60_000;

/** So many fuzzed requests, and the hostile list beside them, to an api without limits for a caller. */
export async function tellFuzzStory({ requests, seed }: { requests: number; seed: number }): Promise<FuzzFigures> {
  await using redis = await startRedis();
  await using world = await openHostileWorld(fillFuzzWorld);
  await using api = await startWatchedApi(world.databaseUrl, {
    ...WITHOUT_LIMITS,
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
    ACCESS_API_URL: 'http://127.0.0.1:1',
    LIVE_FETCH_QUEUE: String(LIVE_FETCH_QUEUE),
  });
  await (await fetch(`${api.url}/api/v1/health`)).arrayBuffer();
  const watch = await api.watch();
  const tally = openTally();
  const client = { url: api.url, key: world.key, tally };
  const cases = fuzzCases(seed, FUZZ_KNOWN);
  const done = new AbortController();
  const attacking = attack(client, done.signal);
  const began = performance.now();
  let [fuzzed, validated] = [0, 0];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (fuzzed < requests) {
        fuzzed += 1;
        const whole = fuzzed % VALIDATED_EVERY === 0;
        if (whole) validated += 1;
        await ask(client, cases.next().value, whole);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  done.abort();
  const attacked = await attacking;
  const { byStatus, byCode, slowest } = tally;
  const faults = [...tally.faults, ...api.logged];
  return { ...(await watch.end()), byStatus, byCode, slowest, faults, fuzzed, attacked, validated, seconds };
}

const WITHOUT_LIMITS = {
  RATE_LIMITS: Object.keys(RATES)
    .map((name) => `${name}=999999999`)
    .join(','),
  CALLER_BUDGETS: Object.keys(ROOMY)
    .map((name) => `${name}=999999999/999999999`)
    .join(','),
};

interface Client {
  readonly url: string;
  readonly key: string;
  readonly tally: Tally;
}

async function ask({ url, key, tally }: Client, given: FuzzCase, whole: boolean): Promise<void> {
  const { endpoint, path, method, body, expected } = given;
  const headers = {
    ...(endpoint.auth === 'none' ? {} : { authorization: `Bearer ${key}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const asked = `${method} ${path} ${body ?? ''}`;
  const began = performance.now();
  let [status, code]: [number, string | null] = [0, null];
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const response = await fetch(url + path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
    status = response.status;
    // A stream of events has no end.
    if (endpoint.media?.startsWith('text/event-stream') && response.ok) await response.body?.cancel();
    else if (whole && status !== NO_REQUEST)
      code = ((await checked(response, ROUTES, method)).body['code'] as string | undefined) ?? null;
    else code = await codeOf(response);
  } catch (error) {
    tally.fault(`${asked.slice(0, 400)}: ${inspect(error).slice(0, 400)}`);
  }
  tally.count({ endpoint, asked, expected, status, code, milliseconds: performance.now() - began });
}

/** Headers too large: it is answered before it is a request, without a budget. */
const NO_REQUEST = 431;

async function codeOf(response: Response): Promise<string | null> {
  const text = await response.text();
  return response.ok ? null : codeIn(text);
}

function codeIn(text: string): string | null {
  try {
    return (JSON.parse(text) as { code?: string }).code ?? null;
  } catch {
    return null;
  }
}

const PAUSE_MS = 200;
/** Of one attack: whoever is left waiting begins again. */
const LONGEST_ATTACK_MS = 20_000;

/** Goes round the hostile list until it is told to end; resolves to how many requests that were. */
async function attack({ url, tally }: Client, end: AbortSignal): Promise<number> {
  const attacks = Object.values(ATTACKS);
  let sent = 0;
  const send: AttackDeps['send'] = async (target, { method = 'GET', headers = {}, body = null } = {}) => {
    sent += 1;
    const began = performance.now();
    const signal = AbortSignal.any([end, AbortSignal.timeout(LONGEST_ATTACK_MS)]);
    const { statusCode: status, body: answer } = await request(target, { method, headers, body, signal });
    const text = await answer.text();
    const { pathname } = new URL(target);
    const code = status < 400 ? null : codeIn(text);
    const endpoint = endpointOf(method, pathname, ROUTES);
    const milliseconds = performance.now() - began;
    tally.count({ endpoint, asked: `${method} ${pathname}`, expected: ANYTHING, status, code, milliseconds });
    return status;
  };
  for (let i = 0; !end.aborted; i += 1) {
    // Who gives up waiting has no answer, and needs none.
    await attacks[i % attacks.length]?.(url, { send }).catch(() => {});
    await sleep(PAUSE_MS, undefined, { signal: end }).catch(() => {});
  }
  return sent;
}

const ANYTHING = 'success or its own error';

/** For people. */
export function described(figures: FuzzFigures, seed: number): string {
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
    `busiest stall ${figures.busiestStall.computed.toFixed(0)} ms of computing, longest stall ${figures.longestStall.milliseconds.toFixed(0)} ms, most memory ${figures.mostRssMb.toFixed(0)} MB, ${figures.cpuSeconds.toFixed(0)} s of processor time`,
    ...slowest.map(([milliseconds, asked]) => `  ${milliseconds.toFixed(0)} ms ${asked}`),
    `${faults.length} faults`,
    ...faults.map((fault) => `  ${fault}`),
  ].join('\n');
}
