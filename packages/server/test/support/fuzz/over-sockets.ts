import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { request } from 'undici';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { checked, endpointOf } from '../app.ts';
import type { AttackDeps } from '../hostile/attack.ts';
import { ATTACKS } from '../hostile/index.ts';
import { openHostileWorld } from '../hostile/world.ts';
import { startRedis } from '../processes/redis-server.ts';
import { startWatchedApi } from '../processes/watched-api.ts';
import { type FuzzCase, fuzzCases } from './cases.ts';
import {
  ANSWERED_WITHIN_MS,
  type FuzzFigures,
  type FuzzOptions,
  getEnvironment,
  getHeaders,
  isEventStream,
  isValidated,
  readCode,
} from './figures.ts';
import { openTally, type Tally } from './tally.ts';
import { FUZZ_KNOWN, fillFuzzWorld } from './world.ts';

/** So many may wait for upstreams, which answer one or two a second, and the others go on. */
const LIVE_FETCH_QUEUE = 24;
const CONNECTIONS = 8 + LIVE_FETCH_QUEUE;

/** Sends fuzzed requests over sockets, and the hostile list beside them, to an api without limits for a caller. */
export async function fuzzOverSockets({ requests, seed }: FuzzOptions): Promise<FuzzFigures> {
  await using redis = await startRedis();
  await using world = await openHostileWorld(fillFuzzWorld);
  await using api = await startWatchedApi(world.databaseUrl, {
    ...getEnvironment(redis.url),
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
        const whole = isValidated(fuzzed);
        fuzzed += 1;
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

interface Client {
  readonly url: string;
  readonly key: string;
  readonly tally: Tally;
}

async function ask({ url, key, tally }: Client, given: FuzzCase, whole: boolean): Promise<void> {
  const { endpoint, path, method, body, expected } = given;
  const headers = getHeaders(endpoint, key, body);
  const asked = `${method} ${path} ${body ?? ''}`;
  const began = performance.now();
  let [status, code]: [number, string | null] = [0, null];
  try {
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const response = await fetch(url + path, { method, headers, signal, ...(body === undefined ? {} : { body }) });
    status = response.status;
    // A stream of events has no end.
    if (isEventStream(endpoint) && response.ok) await response.body?.cancel();
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
  return response.ok ? null : readCode(text);
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
    const code = status < 400 ? null : readCode(text);
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
