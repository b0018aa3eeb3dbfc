import type { RemediationResult } from '@almanac/contract';
import type { CompareService } from '@almanac/core/compare';
import { type BatchAnswer, exploitationIn, type KnownExploitation, MOST_IN_BATCH } from '@almanac/core/scan';
import { askPatiently } from './ask-patiently.ts';
import { type ProofAnswer, proofElement, proofOfAnswer } from './view-proof.ts';
import { wait } from './wait.ts';

const PATIENCE = 60_000;

/** Sends only purls, to the page's own origin, and the visitor's API key if there is one. */
export interface Service {
  post(purls: readonly string[], signal: AbortSignal): Promise<Response>;
  proof(purl: string): Promise<HTMLElement>;
  /** Omits CVEs without an answer. */
  exploitation(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, KnownExploitation>>;
  /** Returns the smallest upgrades that clear the known findings. */
  plan(purls: readonly string[], signal: AbortSignal): Promise<RemediationResult>;
}

export function service(key: () => string): Service {
  return {
    post: (purls, signal) => postJson('/api/v1/purls', { purls }, signal, authorization()),
    async plan(packages, signal) {
      const asking = postJson('/api/v1/remediation/plan', { packages }, signal, authorization());
      return ((await (await answerOf(asking)).json()) as { data: RemediationResult }).data;
    },
    async exploitation(ids, signal) {
      const known = new Map<string, KnownExploitation>();
      for (let from = 0; from < ids.length; from += MOST_IN_BATCH) {
        const body = { ids: ids.slice(from, from + MOST_IN_BATCH), view: 'brief' };
        const response = await answerOf(postJson('/api/v1/cve/batch', body, signal, authorization()));
        for (const [id, one] of exploitationIn((await response.json()) as BatchAnswer)) known.set(id, one);
      }
      return known;
    },
    async proof(purl) {
      const address = `/api/v1/purl/${encodeURIComponent(purl)}`;
      const asking = fetch(address, { ...QUIET, headers: authorization(), signal: AbortSignal.timeout(PATIENCE) });
      return proofElement(proofOfAnswer((await (await answerOf(asking)).json()) as ProofAnswer, address));
    },
  };

  function authorization(): Record<string, string> {
    const given = key().trim();
    return given === '' ? {} : { authorization: `Bearer ${given}` };
  }
}

/** Loads what a comparison needs beyond the first results, and waits for the rate limit. */
export function createCompareService(signal: AbortSignal, say: (words: string) => void): CompareService {
  const get = (path: string) => fetch(`/api/v1${path}`, { ...QUIET, signal });
  async function ask<T>(what: string, send: () => Promise<Response>): Promise<T | null> {
    say(`Looking up ${what} …`);
    const waiting = () => say('Rate limit reached. The comparison continues by itself.');
    const read = ({ data }: { readonly data?: T }) => data ?? null;
    const reply = await askPatiently<{ readonly data?: T }, T>({ send, read, sleep: wait, waiting }, signal);
    return reply.kind === 'answered' ? reply.value : null;
  }

  return {
    getPackage: (purl, cve) =>
      ask(purl, () =>
        get(`/purl/${encodeURIComponent(purl)}${cve === undefined ? '' : `?cve=${encodeURIComponent(cve)}`}`),
      ),
    getCves: (ids) => ask('CVEs', () => postJson('/api/v1/cve/batch', { ids, view: 'brief' }, signal)),
    getOsvRecord: (id) =>
      ask(id, async () => {
        const response = await get(`/osv-details/${encodeURIComponent(id)}`);
        // No source has the id, or it is not an OSV id.
        return response.status === 404 || response.status === 400 ? Response.json({ data: 'unknown' }) : response;
      }),
    async getAffected(id) {
      type Affected = { readonly packages: Awaited<ReturnType<CompareService['getAffected']>> };
      return (
        (await ask<Affected>(id, () => get(`/graph/cve/${encodeURIComponent(id)}/affected?limit=20`)))?.packages ?? null
      );
    },
  };
}

export function postJson(
  address: string,
  body: object,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(address, {
    ...QUIET,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
  });
}

const QUIET = { credentials: 'omit', referrerPolicy: 'no-referrer', redirect: 'error' } as const;

/** Throws for anything that is not a successful response. */
async function answerOf(asking: Promise<Response>): Promise<Response> {
  const response = await asking.catch(() => null);
  if (response === null) throw new Error('the service could not be reached');
  if (response.status === 429)
    throw new Error(`too many questions, wait ${response.headers.get('retry-after') ?? '60'} s`);
  if (!response.ok) throw new Error(`the service refused (${response.status})`);
  return response;
}
