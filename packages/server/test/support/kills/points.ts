import type { Pool, PoolClient } from '../../../src/platform/postgres.ts';
import type { Http } from '../../../src/sources/source.ts';

/** Where a process may be killed that others must go on from. */
export const KILL_POINTS = [
  'after fetch',
  'in mid-batch',
  'before commit',
  'after commit',
  'before checkpoint',
  'between runs',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** Told of every moment that is passed: a named one, or any statement that is about to be sent or was answered. */
export type Reach = (moment: KillPoint | 'statement') => void;

/** The n-th time that a point is passed; `any` counts all moments alike. */
export interface Kill {
  readonly point: KillPoint | 'any';
  readonly occurrence: number;
}

/** Calls `kill` once, when the moment has come. */
export function atMoment({ point, occurrence }: Kill, kill: () => void): Reach {
  let passed = 0;
  return (moment) => {
    if (point !== 'any' && point !== moment) return;
    passed += 1;
    if (passed === occurrence) kill();
  };
}

/** An answer has come; nothing was done with it yet. */
export function watchHttp(http: Http, reach: Reach): Http {
  return {
    async get(...given) {
      const answer = await http.get(...given);
      reach('after fetch');
      return answer;
    },
    async download(...given) {
      const answer = await http.download(...given);
      reach('after fetch');
      return answer;
    },
  };
}

/** Watches what goes over every connection that the pool will open. */
export function watchPool(pool: Pool, reach: Reach): void {
  pool.on('connect', (client) => watchClient(client, reach));
}

// Known by the names of tables alone, whatever else the statements come to say.
const WRITES_VERSIONS = /\b(?:into|copy)\s+"?version"?[\s(]/i;
const WRITES_CHECKPOINT = /\b(?:into|update|copy)\s+"?checkpoint"?[\s(]/i;

function watchClient(client: PoolClient, reach: Reach): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;
  /** The transaction has written versions: it is that of a batch. */
  let ofBatch = false;

  function before(text: string): void {
    if (/^\s*begin\b/i.test(text)) ofBatch = false;
    reach('statement');
    if (WRITES_CHECKPOINT.test(text)) reach('before checkpoint');
    if (ofBatch && isCommit(text)) reach('before commit');
  }

  function after(text: string): void {
    reach('statement');
    if (ofBatch && isCommit(text)) reach('after commit');
    if (!WRITES_VERSIONS.test(text)) return;
    ofBatch = true;
    reach('in mid-batch');
  }

  client.query = ((...given: readonly unknown[]) => {
    const text = textOf(given[0]);
    before(text);
    const answer = query(...given);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: unknown) => {
      after(text);
      return result;
    });
  }) as typeof client.query;
}

export function isCommit(text: string): boolean {
  return /^\s*commit\b/i.test(text);
}

export function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}
