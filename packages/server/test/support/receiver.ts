import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookDelivery } from '@almanac/contract';

/** What came to a path, other than challenges. */
export interface Arrived {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly delivery: WebhookDelivery;
}

/** How a path answers a delivery. */
export interface Behaviour {
  readonly status?: number;
  readonly afterMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of an answer. */
  readonly raw?: (response: ServerResponse) => void;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly arrived: Arrived[];
  /** Requests under way at each path, the most there were at once. */
  readonly atOnce: ReadonlyMap<string, number>;
  /** Answers a challenge with another value, or another status. */
  challenge: { readonly status?: number; readonly value?: string; readonly headers?: Record<string, string> };
  behave: (arrived: Arrived) => Behaviour;
}

/** The server of subscribers, each at a path of its own. */
export async function startReceiver(): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const atOnce = new Map<string, number>();
  const underWay = new Map<string, number>();
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    atOnce,
    challenge: {},
    behave: () => ({}),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const message = JSON.parse(body) as { type: string; data: { challenge?: string } };
    if (message.type === 'challenge') {
      const { status = 200, value = message.data.challenge, headers = {} } = receiver.challenge;
      response.writeHead(status, headers).end(JSON.stringify({ challenge: value }));
      return;
    }
    const now = (underWay.get(path) ?? 0) + 1;
    underWay.set(path, now);
    atOnce.set(path, Math.max(now, atOnce.get(path) ?? 0));
    const one: Arrived = { path, headers: request.headers, body, delivery: message as unknown as WebhookDelivery };
    arrived.push(one);
    const { status = 204, afterMs = 0, headers = {}, raw } = receiver.behave(one);
    if (afterMs > 0) await sleep(afterMs);
    underWay.set(path, (underWay.get(path) ?? 1) - 1);
    if (raw === undefined) response.writeHead(status, headers).end();
    else raw(response);
  }
}
