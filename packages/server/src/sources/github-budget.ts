import { z } from 'zod';
import type { Upstream } from './source.ts';

/** Of every source that asks the API of GitHub. */
export const githubSettings = {
  GITHUB_TOKEN: z.string().optional().describe('A token without rights: 5,000 requests an hour in place of 60.'),
};

/** GitHub's budget for an address without a token and for one with: one for all that is asked of its API, whichever source asks. */
const REQUESTS_AN_HOUR = { anonymous: 60, authorised: 5000 };

/** Several sources ask there, and the strictest limit of an origin holds for all of them: it must be the same. */
export function githubLimit(token: string | undefined): { readonly requests: number; readonly seconds: number } {
  return { requests: token ? REQUESTS_AN_HOUR.authorised : REQUESTS_AN_HOUR.anonymous, seconds: 3600 };
}

/** The API of GitHub. Later versions leave out members: which one we get must not depend on the day. */
export function githubUpstream(url: string, token: string | undefined): Upstream {
  return {
    url,
    limit: githubLimit(token),
    headers: { 'x-github-api-version': '2022-11-28', ...(token && { authorization: `Bearer ${token}` }) },
    throttles: [403],
  };
}
