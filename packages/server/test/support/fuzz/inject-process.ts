import type { Endpoint } from '@almanac/contract';
import { readEnvironment } from '../../../src/bin/environment.ts';
import { startApi } from '../../../src/bin/start-api.ts';
import { ANSWERED_WITHIN_MS, readCode } from './figures.ts';

/** A request that is put to the api without a socket. */
export interface InjectedRequest {
  readonly id: number;
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** The answer is a stream of events, which has no end. */
  readonly isStream: boolean;
  /** The answer is sent back with its headers and body. */
  readonly whole: boolean;
}

export interface InjectedAnswer {
  readonly id: number;
  /** 0: no answer. */
  readonly status: number;
  readonly code: string | null;
  readonly milliseconds: number;
  readonly whole: { readonly headers: Readonly<Record<string, string>>; readonly text: string } | null;
  /** Why there is no answer. */
  readonly failure?: string;
}

/** As many as this are answered at the same time. */
const IN_FLIGHT = 48;
/** Answers are sent back together. */
const TELL_EVERY_MS = 10;

const api = await startApi(readEnvironment(process.env));
console.log(JSON.stringify({ listening: api.url, metrics: api.metricsUrl }));

const waiting: InjectedRequest[] = [];
let answers: InjectedAnswer[] = [];
let inFlight = 0;

process.on('message', (requests: readonly InjectedRequest[]) => {
  waiting.push(...requests);
  begin();
});
setInterval(() => {
  if (answers.length > 0) process.send?.(answers);
  answers = [];
}, TELL_EVERY_MS);
process.once('SIGTERM', () => void api.close().finally(() => process.exit()));

function begin(): void {
  while (inFlight < IN_FLIGHT) {
    const next = waiting.shift();
    if (next === undefined) return;
    inFlight += 1;
    void answer(next).then((given) => {
      answers.push(given);
      inFlight -= 1;
      begin();
    });
  }
}

async function answer({ id, method, path, headers, body, isStream, whole }: InjectedRequest): Promise<InjectedAnswer> {
  const began = performance.now();
  const { promise: never, reject } = Promise.withResolvers<never>();
  // Counted here, so that a run of hours may be suspended.
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds * 1_000 > ANSWERED_WITHIN_MS) reject(new Error('no answer within a minute'));
  }, 1_000);
  try {
    const injected = api.inject({
      method,
      url: path,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(isStream ? { payloadAsStream: true } : {}),
    });
    const response = await Promise.race([injected, never]);
    const milliseconds = performance.now() - began;
    const { statusCode: status } = response;
    const text = isStream ? await leave(response) : response.body;
    const code = status < 400 ? null : readCode(text);
    const given = whole && !isStream ? { headers: response.headers as Record<string, string>, text } : null;
    return { id, status, code, milliseconds, whole: given };
  } catch (error) {
    return { id, status: 0, code: null, milliseconds: performance.now() - began, whole: null, failure: String(error) };
  } finally {
    clearInterval(timer);
  }
}

/** Reads a refusal, and leaves a stream of events after its head. */
async function leave(response: Awaited<ReturnType<typeof api.inject>>): Promise<string> {
  if (response.statusCode >= 400) {
    const chunks: Uint8Array[] = [];
    for await (const chunk of response.stream()) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks).toString();
  }
  response.raw.res.destroy();
  return '';
}
