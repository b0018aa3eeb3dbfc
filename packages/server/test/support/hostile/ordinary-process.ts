import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

/** Ordinary clients in a process of their own, which measures nothing but them: `node ordinary-process.ts '<OrdinaryClients as JSON>'`. */
export interface OrdinaryClients {
  readonly url: string;
  readonly address: string;
  readonly milliseconds: number;
  readonly clients: Readonly<Record<string, OrdinaryClient>>;
}

export interface OrdinaryClient {
  /** Asked for in turn; `#` stands for a number that is another each time. */
  readonly paths: readonly string[];
  readonly everyMs: number;
  readonly key?: string;
}

/** What one kind of request of an ordinary client came to. */
export interface Asked {
  /** Milliseconds of those that were answered with 200, sorted. */
  readonly answered: readonly number[];
  /** All others, by status and budget, such as `503 computing`; 0: no answer. */
  readonly refused: Readonly<Record<string, number>>;
  /** Those that took longest, the slowest first. */
  readonly slowest: readonly Slow[];
}

export interface Slow {
  /** In milliseconds since 1970. */
  readonly sentAt: number;
  readonly milliseconds: number;
  readonly status: number;
  readonly path: string;
}

const LONGEST_MS = 30_000;
const SLOWEST = 12;

const { url, address, milliseconds, clients } = JSON.parse(process.argv[2] ?? '') as OrdinaryClients;
const dispatcher = new Agent({ localAddress: address, headersTimeout: 0, bodyTimeout: 0 });
const asked = await Promise.all(
  Object.entries(clients).map(async ([name, client]) => [name, await askAll(client)] as const),
);
process.send?.(Object.fromEntries(asked), () => process.exit());

/** One request after the other at a steady pace, however long each takes. */
async function askAll({ paths, everyMs, key }: OrdinaryClient): Promise<Asked> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const answered: number[] = [];
  const refused: Record<string, number> = {};
  const all: Slow[] = [];
  const count = Math.max(1, Math.floor(milliseconds / everyMs));
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let i = 0; i < count; i += 1) {
    under.push(ask(i));
    await sleep(Math.max(0, began + (i + 1) * everyMs - performance.now()));
  }
  await Promise.all(under);
  const slowest = all.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST);
  return { answered: answered.toSorted((a, b) => a - b), refused, slowest };

  async function ask(i: number): Promise<void> {
    const path = (paths[i % paths.length] ?? '').replace('#', String(i));
    const [from, sentAt] = [performance.now(), Date.now()];
    const { status, budget } = await send(path).catch(() => ({ status: 0, budget: '' }));
    const took = performance.now() - from;
    all.push({ sentAt, milliseconds: Math.round(took), status, path });
    if (status === 200) answered.push(took);
    else {
      const name = `${status} ${budget}`.trim();
      refused[name] = (refused[name] ?? 0) + 1;
    }
  }

  async function send(path: string): Promise<{ status: number; budget: string }> {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const { statusCode, body } = await request(url + path, { headers, dispatcher, signal });
    const text = await body.text();
    if (statusCode === 200) return { status: statusCode, budget: '' };
    const { code, details } = JSON.parse(text) as { code: string; details?: { budget?: string } };
    return { status: statusCode, budget: details?.budget ?? code };
  }
}
