import type { SourceId } from '@almanac/contract';
import { z } from 'zod';
import type { HttpAnswer } from '../platform/http-client.ts';
import type { AnswerFacts } from '../platform/http-client-origin.ts';
import { refusalMessage } from '../platform/http-client-retry.ts';
import { elementsOfArray, type JsonElement, MalformedJson } from '../platform/json-elements.ts';
import { UnexpectedUpstream, type Upstream } from './source.ts';

/** GitHub's rate limit per address without a token, and with one. All sources share it. */
export const REQUESTS_AN_HOUR = { anonymous: 60, authorised: 5000 };

export const BUDGET_EVIDENCE = {
  url: 'https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api',
  date: '2026-11-19',
};

/** The strictest limit of an origin applies to all its sources, so they must use the same one. */
function githubLimit(token: string | undefined): { readonly requests: number; readonly seconds: number } {
  return { requests: token ? REQUESTS_AN_HOUR.authorised : REQUESTS_AN_HOUR.anonymous, seconds: 3600 };
}

/** Pins the API version, because later ones omit members. */
export function githubUpstream(url: string, token: string | undefined): Upstream {
  return {
    url,
    limit: githubLimit(token),
    headers: { 'x-github-api-version': '2022-11-28' },
    ...(token && {
      token: {
        headers: { authorization: `Bearer ${token}` },
        isAccepted: hasLargeBudget,
        anonymousLimit: githubLimit(undefined),
      },
    }),
    isThrottled: isGithubThrottle,
    // GitHub's best practices: wait at least a minute after a secondary limit.
    patience: { throttledMs: 60_000 },
  };
}

/** 403 may also mean that a policy refuses the token. */
export function isGithubThrottle({ status, headers, body = new Uint8Array() }: AnswerFacts): boolean {
  if (status !== 403) return false;
  if (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0') return true;
  return /rate limit|abuse/i.test(new TextDecoder().decode(body.subarray(0, 4_096)));
}

function hasLargeBudget(headers: ReadonlyMap<string, string>): boolean {
  return Number(headers.get('x-ratelimit-limit')) > REQUESTS_AN_HOUR.anonymous;
}

export const GITHUB_JSON = 'application/vnd.github+json';

const Refusal = z.object({ message: z.string() });

/** Reports whether GitHub itself says that something is missing or has moved. A proxy's 404 has another form. */
export function isGithubRefusal(element: JsonElement): element is Extract<JsonElement, { readonly value: unknown }> {
  return 'value' in element && Refusal.safeParse(element.value).success;
}

export function githubElements(source: SourceId, address: string, { body }: HttpAnswer): JsonElement[] {
  try {
    return [...elementsOfArray(body)];
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new UnexpectedUpstream(source, `${address}: ${error.message}`, { cause: error });
  }
}

/** Adds GitHub's message and, from a header, when the rate limit resets. */
export function githubRefusal(source: SourceId, address: string, answer: AnswerFacts): UnexpectedUpstream {
  const { status, headers } = answer;
  const reset = Number(headers.get('x-ratelimit-reset'));
  const spent = headers.get('x-ratelimit-remaining') === '0' && reset > 0 && reset < 1e11;
  const until = spent ? `: the budget is spent until ${new Date(reset * 1000).toISOString()}` : '';
  const message = refusalMessage(answer);
  const detail = `${address} answers ${status}${message && ` (${message})`}${until}`;
  return new UnexpectedUpstream(source, detail, { isThrottle: isGithubThrottle(answer) });
}
