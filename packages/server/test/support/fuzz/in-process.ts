import { inspect } from 'node:util';
import { ROUTES } from '../../../src/http/routes/index.ts';
import { checkAnswer } from '../app.ts';
import { openHostileWorld } from '../hostile/world.ts';
import { startRedis } from '../processes/redis-server.ts';
import { startWatchedApi } from '../processes/watched-api.ts';
import { type FuzzCase, fuzzCases } from './cases.ts';
import {
  type FuzzFigures,
  type FuzzOptions,
  getEnvironment,
  getHeaders,
  isEventStream,
  isValidated,
} from './figures.ts';
import type { InjectedAnswer, InjectedRequest } from './inject-process.ts';
import { openTally, type Tally } from './tally.ts';
import { FUZZ_KNOWN, fillFuzzWorld } from './world.ts';

/** Requests that the process has been given and has not answered: enough to do while others are generated. */
const MAX_AHEAD = 1_000;
const BATCH_SIZE = 100;
const TOLD_EVERY = 50_000;

/** Puts fuzzed requests to an api without sockets, and without anybody beside them; upstreams answer at once. */
export async function fuzzInProcess({ requests, seed }: FuzzOptions): Promise<FuzzFigures> {
  await using redis = await startRedis();
  await using world = await openHostileWorld(fillFuzzWorld, { paced: false });
  const program = new URL('inject-process.ts', import.meta.url);
  const environment = { ...getEnvironment(redis.url), LIVE_FETCH_QUEUE: '10000' };
  await using api = await startWatchedApi(world.databaseUrl, environment, program);
  const watch = await api.watch();
  const tally = openTally();
  const cases = fuzzCases(seed, FUZZ_KNOWN);
  const asked = new Map<number, FuzzCase>();
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  let [fuzzed, answered, validated] = [0, 0, 0];
  const refill = () => {
    while (fuzzed < requests && asked.size + BATCH_SIZE <= MAX_AHEAD) {
      const batch: InjectedRequest[] = [];
      for (; fuzzed < requests && batch.length < BATCH_SIZE; fuzzed += 1) {
        const given = cases.next().value;
        asked.set(fuzzed, given);
        batch.push(toInjected(given, { id: fuzzed, key: world.key, whole: isValidated(fuzzed) }));
      }
      api.messages.send(batch);
    }
  };
  api.messages.once('exit', () => reject(new Error('the api ended')));
  api.messages.on('message', (answers: readonly InjectedAnswer[] | object) => {
    if (!Array.isArray(answers)) return;
    for (const answer of answers as readonly InjectedAnswer[]) {
      const given = asked.get(answer.id) as FuzzCase;
      asked.delete(answer.id);
      answered += 1;
      if (answered % TOLD_EVERY === 0) console.log(`${answered} answered`, tally.byStatus, tally.faults);
      if (answer.whole !== null) validated += 1;
      count(given, answer, tally);
    }
    if (answered === requests) resolve();
    else refill();
  });
  const began = performance.now();
  refill();
  await done;
  const seconds = (performance.now() - began) / 1_000;
  const { byStatus, byCode, slowest } = tally;
  const faults = [...tally.faults, ...api.logged];
  return { ...(await watch.end()), byStatus, byCode, slowest, faults, fuzzed, attacked: 0, validated, seconds };
}

function toInjected(
  { endpoint, path, body }: FuzzCase,
  { id, key, whole }: { id: number; key: string; whole: boolean },
): InjectedRequest {
  const isStream = isEventStream(endpoint);
  return { id, method: endpoint.method, path, headers: getHeaders(endpoint, key, body), body, isStream, whole };
}

function count(given: FuzzCase, { status, code, milliseconds, whole, failure }: InjectedAnswer, tally: Tally): void {
  const { endpoint, path, method, body, expected } = given;
  const asked = `${method} ${path} ${body ?? ''}`;
  if (failure !== undefined) tally.fault(`${asked.slice(0, 400)}: ${failure}`);
  if (whole !== null) {
    const { pathname } = new URL(path, 'http://api.test');
    try {
      checkAnswer(
        { status, headers: new Headers(whole.headers), text: whole.text },
        { routes: ROUTES, method, pathname },
      );
    } catch (error) {
      tally.fault(`${asked.slice(0, 400)}: ${inspect(error).slice(0, 400)}`);
    }
  }
  tally.count({ endpoint, asked, expected, status, code, milliseconds });
}
