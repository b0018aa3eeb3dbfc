import type { IncomingHttpHeaders } from 'node:http';

export interface RateLimit {
  /** Per window. Clients with a key may have a larger budget. */
  readonly requests: number;
  readonly authorised?: number;
  /** In lower case; `authorization` by default. */
  readonly keyHeader?: string;
  readonly windowMs: number;
  readonly status: 403 | 429;
  /** `X-RateLimit-*` (GitHub), `RateLimit-*` in seconds (CVE services), or none. */
  readonly headers: 'x-ratelimit' | 'ratelimit' | 'none';
  readonly retryAfter?: boolean;
  readonly message: string;
  /** Refuses in plain text instead of JSON. */
  readonly plain?: boolean;
}

interface Budget {
  readonly allowed: boolean;
  readonly headers: Readonly<Record<string, string>>;
}

interface RateLimiter {
  spend(limit: RateLimit, headers: IncomingHttpHeaders, now: number): Budget;
  /** A 304 to an authenticated request is free on GitHub. */
  giveBack(limit: RateLimit, headers: IncomingHttpHeaders): void;
}

/** Uses fixed windows on the twin's clock, so that tests wait by advancing it. */
export function rateLimiter(): RateLimiter {
  const windows = new Map<string, { opened: number; used: number }>();
  const names = new Map<RateLimit, number>();
  return {
    spend(limit, headers, now) {
      const key = keyOf(limit, headers);
      let window = windows.get(key);
      if (window === undefined || now >= window.opened + limit.windowMs) {
        window = { opened: now, used: 0 };
        windows.set(key, window);
      }
      const budget = credential(limit, headers) === null ? limit.requests : (limit.authorised ?? limit.requests);
      const allowed = window.used < budget;
      if (allowed) window.used += 1;
      return {
        allowed,
        headers: told(limit, budget, budget - window.used, window.opened + limit.windowMs, now, allowed),
      };
    },
    giveBack(limit, headers) {
      const window = windows.get(keyOf(limit, headers));
      if (window !== undefined && credential(limit, headers) !== null) window.used -= 1;
    },
  };

  function keyOf(limit: RateLimit, headers: IncomingHttpHeaders): string {
    const name = names.get(limit) ?? names.size;
    names.set(limit, name);
    return `${name} ${credential(limit, headers) ?? 'anonymous'}`;
  }
}

function credential({ keyHeader = 'authorization' }: RateLimit, headers: IncomingHttpHeaders): string | null {
  const value = headers[keyHeader];
  return value === undefined ? null : String(value);
}

function told(
  limit: RateLimit,
  budget: number,
  left: number,
  resets: number,
  now: number,
  allowed: boolean,
): Readonly<Record<string, string>> {
  const seconds = String(Math.max(1, Math.ceil((resets - now) / 1000)));
  const headers: Record<string, string> = {};
  if (limit.headers === 'x-ratelimit') {
    headers['x-ratelimit-limit'] = String(budget);
    headers['x-ratelimit-remaining'] = String(left);
    headers['x-ratelimit-reset'] = String(Math.ceil(resets / 1000));
  }
  if (limit.headers === 'ratelimit') {
    headers['ratelimit-limit'] = String(budget);
    headers['ratelimit-remaining'] = String(left);
    headers['ratelimit-reset'] = seconds;
    headers['ratelimit-policy'] = `${budget};w=${limit.windowMs / 1000}`;
  }
  if (!allowed && limit.retryAfter === true) headers['retry-after'] = seconds;
  return headers;
}
