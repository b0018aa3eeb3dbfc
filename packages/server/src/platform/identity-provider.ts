export interface IdentityProvider {
  /** The origin, which distinguishes accounts of different providers. */
  readonly name: string;
  /** Returns null for an invalid token or another client's. Throws `ProviderAway` if that is unknown. */
  whoIs(token: string, signal: AbortSignal): Promise<Identity | null>;
}

export interface Identity {
  readonly id: number;
  readonly login: string;
}

/** The provider did not respond properly. The message never contains what was sent. */
export class ProviderAway extends Error {
  override readonly name = 'ProviderAway';
  /** Seconds, if the provider says so. */
  readonly retryAfter: number | null;

  constructor(message: string, extra: { retryAfter?: number | null; cause?: unknown } = {}) {
    super(message, { cause: extra.cause });
    this.retryAfter = extra.retryAfter ?? null;
  }
}

export interface IdentityProviderAddress {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly userAgent: string;
  /** With both, only tokens issued to this client are accepted. */
  readonly clientId: string | null;
  readonly clientSecret: string | null;
}

const LONGEST_MS = 5_000;
const MAX_ANSWER = 256 * 1024;

/** GitHub or a compatible API. Never retries; that is up to the caller. */
export function openIdentityProvider({
  apiUrl,
  userAgent,
  clientId,
  clientSecret,
}: IdentityProviderAddress): IdentityProvider {
  const { origin } = new URL(apiUrl);
  const common = { accept: 'application/vnd.github+json', 'user-agent': userAgent };
  return {
    name: origin,
    whoIs: clientId === null || clientSecret === null ? byUser : byClient(clientId, clientSecret),
  };

  async function byUser(token: string, signal: AbortSignal): Promise<Identity | null> {
    const response = await ask('/user', { headers: { ...common, authorization: `Bearer ${token}` } }, signal);
    // A valid token of an installation rather than a person.
    if (response.status === 401 || (response.status === 403 && !isThrottled(response))) return nobody(response);
    return identityOf(await answerOf(response));
  }

  function byClient(id: string, secret: string): IdentityProvider['whoIs'] {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const path = `/applications/${encodeURIComponent(id)}/token`;
    return async (token, signal) => {
      const init = {
        method: 'POST',
        headers: { ...common, authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ access_token: token }),
      };
      const response = await ask(path, init, signal);
      if (response.status === 404 || response.status === 422) return nobody(response);
      const answer = (await answerOf(response)) as { user?: unknown } | null;
      return identityOf(answer?.user);
    };
  }

  async function ask(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    try {
      return await fetch(apiUrl + path, {
        ...init,
        redirect: 'error', // the token is only for this host
        signal: AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]),
      });
    } catch (cause) {
      throw new ProviderAway('the identity provider cannot be reached', { cause });
    }
  }
}

/** An unread body would occupy its connection. */
async function nobody(response: Response): Promise<null> {
  await response.body?.cancel();
  return null;
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new ProviderAway(`the identity provider answers ${response.status}`, { retryAfter: retryAfterOf(response) });
  }
  const bytes = await bytesOf(response);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new ProviderAway('the identity provider answers with something else than JSON'); // without the cause, which may quote what was sent
  }
}

async function bytesOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > MAX_ANSWER) throw new ProviderAway('the identity provider answers at too great a length');
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof ProviderAway) throw cause;
    throw new ProviderAway('the identity provider broke off its answer', { cause });
  }
  return Buffer.concat(chunks);
}

function identityOf(value: unknown): Identity {
  const { id, login } = (value ?? {}) as { id?: unknown; login?: unknown };
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1 || typeof login !== 'string' || !LOGIN.test(login))
    throw new ProviderAway('the identity provider answers without an account');
  return { id, login };
}

/** GitHub logins have letters, digits and hyphens, managed users an underscore, and apps end in `[bot]`. */
const LOGIN = /^[A-Za-z0-9][A-Za-z0-9_.[\]-]{0,99}$/;

function isThrottled({ headers }: Response): boolean {
  return headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
}

function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isInteger(seconds) && seconds > 0 ? Math.min(seconds, 3_600) : null;
}
