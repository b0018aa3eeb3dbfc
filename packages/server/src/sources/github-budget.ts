import { z } from 'zod';
import type { AnswerFacts } from '../platform/http-client-origin.ts';
import type { Upstream } from './source.ts';

/** Of every source that asks the API of GitHub. */
export const githubSettings = {
  GITHUB_TOKEN: z.string().optional().describe('A token without rights: 5,000 requests an hour in place of 60.'),
};

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
    ...(token && { token: { headers: { authorization: `Bearer ${token}` }, isAccepted: hasLargeBudget } }),
    isThrottled: isGithubThrottle,
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
