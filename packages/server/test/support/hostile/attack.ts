/** One hostile caller against a service at an address: does its worst once, and does not care what it is answered. */
export type Attack = (url: string, deps: AttackDeps) => Promise<void>;

export interface AttackDeps {
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
}

/** Sends a body and reads the whole answer, so that nothing is left open. */
export async function post(
  url: string,
  { signal, fetch: send }: AttackDeps,
  body: string,
  type = 'application/json',
): Promise<void> {
  const response = await send(url, { method: 'POST', headers: { 'content-type': type }, body, signal });
  await response.arrayBuffer();
}

export async function get(url: string, { signal, fetch: send }: AttackDeps): Promise<void> {
  const response = await send(url, { signal });
  await response.arrayBuffer();
}
