import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, jsonAnswer, textAnswer } from './answer.ts';
import { type Clock, stillClock } from './clock.ts';
import { CONTROL_PATH, control } from './control.ts';
import { falseAnswer } from './false-answer.ts';
import { faultOf } from './fault.ts';
import { faultSwitch, type RequestFaults } from './fault-switch.ts';
import { type RateLimit, rateLimiter } from './rate-limit.ts';
import { type LoggedRequest, logRequest } from './request-log.ts';
import { findRoute } from './route.ts';
import { type Outgoing, prepare, send } from './send.ts';
import type { Twin, TwinDefinition } from './twin.ts';

export interface TwinOptions {
  readonly clock?: Clock;
  /** Defaults to 0, any free port. */
  readonly port?: number;
}

/** For tests that don't care about the time. */
export const USUAL_START = '2026-09-15T09:30:00Z';

/** Listens on 127.0.0.1. Disposing of it closes every connection. */
export async function startTwin(definition: TwinDefinition, options: TwinOptions = {}): Promise<Twin> {
  const clock = options.clock ?? stillClock(USUAL_START);
  const faults = faultSwitch(definition.documentFaults);
  const limiter = rateLimiter();
  const requests: LoggedRequest[] = [];
  const closing = new AbortController();
  let url = '';
  let folder: Promise<string> | null = null;
  const routes = definition.open({
    clock,
    url: () => url,
    scratch: () => (folder ??= mkdtemp(path.join(tmpdir(), 'twin-'))),
  });

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end(`The twin failed: ${String(error)}\n`);
    });
  });
  const port = await listen(server, options.port ?? 0);
  url = `http://127.0.0.1:${port}`;
  return { source: definition.source, url, clock, faults, requests, [Symbol.asyncDispose]: close };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', url);
    const body = await bodyOf(request);
    if (address.pathname.startsWith(CONTROL_PATH)) {
      const asked = { method: request.method ?? 'GET', path: address.pathname, body };
      const { status, value } = control({ clock, faults, requests }, asked);
      await send(prepare(jsonAnswer(value, { status }), request), [], { request, response, now: clock.now() });
      return;
    }
    const active = faults.take(address.pathname);
    const delay = faultOf(active.transport, 'latency');
    if (delay !== undefined) await sleep(delay.ms, null, { signal: closing.signal });
    if (faultOf(active.transport, 'reset') !== undefined) {
      log(request, address, active, null);
      request.socket.resetAndDestroy();
      return;
    }
    const outgoing = await decide(request, address, body, active);
    log(request, address, active, outgoing.status);
    await send(outgoing, active.transport, { request, response, now: clock.now() });
  }

  async function decide(
    request: IncomingMessage,
    address: URL,
    body: Buffer,
    active: RequestFaults,
  ): Promise<Outgoing> {
    const instead = falseAnswer(active.transport, { headers: request.headers, url: address });
    if (instead !== null) return prepare(instead, request);
    const method = request.method ?? 'GET';
    const match = findRoute(routes, method, address.pathname);
    if (match === null) return prepare(NOT_FOUND, request);
    const { limit } = match.route;
    const budget = limit === undefined ? null : limiter.spend(limit, request.headers, clock.now());
    if (limit !== undefined && budget?.allowed === false) {
      return prepare(refusalOf(limit, budget.headers), request);
    }
    const { headers } = request;
    const asked = {
      method,
      url: address,
      params: match.params,
      headers,
      body,
      now: clock.now(),
      faults: active.document,
    };
    const answer = (await match.route.handle(asked)) ?? NOT_FOUND;
    const outgoing = prepare({ ...answer, headers: { ...answer.headers, ...budget?.headers } }, request);
    if (outgoing.status === 304 && limit !== undefined) limiter.giveBack(limit, headers);
    return outgoing;
  }

  function log(request: IncomingMessage, address: URL, active: RequestFaults, status: number | null): void {
    logRequest(requests, {
      at: clock.now(),
      method: request.method ?? 'GET',
      path: address.pathname + address.search,
      headers: request.headers,
      status,
      faults: [...active.transport, ...active.document].map(({ kind }) => kind),
    });
  }

  async function close(): Promise<void> {
    closing.abort();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
    if (folder !== null) await rm(await folder, { recursive: true, force: true });
  }
}

function refusalOf({ status, message, plain }: RateLimit, headers: Readonly<Record<string, string>>): Answer {
  const refusal = { status, headers };
  return plain === true ? { ...textAnswer(status, message), ...refusal } : jsonAnswer({ message }, refusal);
}

const NOT_FOUND: Answer = textAnswer(404, '404: Not Found');
const LARGEST_BODY = 32 * 1024 * 1024;

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return (server.address() as AddressInfo).port;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LARGEST_BODY) throw new RangeError('Request body over 32 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
