import type { SourceId } from '@almanac/contract';
import { z } from 'zod';
import type { HttpAnswer } from '../platform/http-client.ts';
import type { AnswerFacts } from '../platform/http-client-origin.ts';
import { refusalMessage } from '../platform/http-client-retry.ts';
import { elementsOfArray, type JsonElement, MalformedJson } from '../platform/json-elements.ts';
import { UnexpectedUpstream, type Upstream } from './source.ts';

/** GitHub's budget for an address without a token and for one with: one for all that is asked of its API, whichever source asks. */
export const REQUESTS_AN_HOUR = { anonymous: 60, authorised: 5000 };

export const BUDGET_EVIDENCE = {
  url: 'https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api',
  date: '2026-11-19',
};

/** Several sources ask there, and the strictest limit of an origin holds for all of them: it must be the same. */
function githubLimit(token: string | undefined): { readonly requests: number; readonly seconds: number } {
  return { requests: token ? REQUESTS_AN_HOUR.authorised : REQUESTS_AN_HOUR.anonymous, seconds: 3600 };
}

/** The API of GitHub. Later versions leave out members: which one we get must not depend on the day. */
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
    // Its page on best practices: wait for at least a minute after a secondary limit.
    patience: { throttledMs: 60_000 },
  };
}

/** 403 is also GitHub's answer to a token that a policy refuses. */
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

/** How GitHub says that it has no such thing, or that it is elsewhere now. Somebody in between answers 404 too, but not in this form. */
export function isGithubRefusal(element: JsonElement): element is Extract<JsonElement, { readonly value: unknown }> {
  return 'value' in element && Refusal.safeParse(element.value).success;
}

/** The elements of a page that is a list. */
export function githubElements(source: SourceId, address: string, { body }: HttpAnswer): JsonElement[] {
  try {
    return [...elementsOfArray(body)];
  } catch (error) {
    if (!(error instanceof MalformedJson)) throw error;
    throw new UnexpectedUpstream(source, `${address}: ${error.message}`, { cause: error });
  }
}

/** Says why GitHub refuses: in its own words, and by a header until when a budget is spent. */
export function githubRefusal(source: SourceId, address: string, answer: AnswerFacts): UnexpectedUpstream {
  const { status, headers } = answer;
  const reset = Number(headers.get('x-ratelimit-reset'));
  const spent = headers.get('x-ratelimit-remaining') === '0' && reset > 0 && reset < 1e11;
  const until = spent ? `: the budget is spent until ${new Date(reset * 1000).toISOString()}` : '';
  const message = refusalMessage(answer);
  const detail = `${address} answers ${status}${message && ` (${message})`}${until}`;
  return new UnexpectedUpstream(source, detail, { isThrottle: isGithubThrottle(answer) });
}
