import { type ProofAnswer, proofElement } from './view-proof.ts';

/** How long the service may take for one answer. */
const PATIENCE = 60_000;

/** What leaves the page: questions about purls, to where the page came from, and nothing of the visitor but the key they gave. */
export interface Service {
  post(purls: readonly string[], signal: AbortSignal): Promise<Response>;
  proof(purl: string): Promise<HTMLElement>;
}

export function service(key: () => string): Service {
  return {
    post: (purls, signal) => postJson('/api/v1/purls', { purls }, signal, authorization()),
    async proof(purl) {
      const address = `/api/v1/purl/${encodeURIComponent(purl)}`;
      const response = await fetch(address, {
        ...QUIET,
        headers: authorization(),
        signal: AbortSignal.timeout(PATIENCE),
      }).catch(() => null);
      if (response === null) throw new Error('the service could not be reached');
      if (response.status === 429)
        throw new Error(`too many questions, wait ${response.headers.get('retry-after') ?? '60'} s`);
      if (!response.ok) throw new Error(`the service refused (${response.status})`);
      return proofElement((await response.json()) as ProofAnswer, address);
    },
  };

  function authorization(): Record<string, string> {
    const given = key().trim();
    return given === '' ? {} : { authorization: `Bearer ${given}` };
  }
}

/** Sends JSON to where the page came from. */
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
