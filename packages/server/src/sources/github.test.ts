import { expect, it } from 'vitest';
import { restAfter } from '../platform/http-client-retry.ts';
import { githubUpstream, isGithubThrottle } from './github.ts';

it.each<[string, number, Record<string, string>, string, boolean]>([
  ['a spent budget', 403, { 'x-ratelimit-remaining': '0' }, '', true],
  ['a secondary limit', 403, { 'retry-after': '60' }, '', true],
  ['words about a limit', 403, {}, '{"message":"You have exceeded a secondary rate limit."}', true],
  ['words about abuse', 403, {}, '{"message":"You have triggered an abuse detection mechanism."}', true],
  ['a policy', 403, { 'x-ratelimit-remaining': '4999' }, '{"message":"Resource not accessible"}', false],
  ['a bare 403', 403, {}, '', false],
  ['bad credentials', 401, { 'x-ratelimit-remaining': '0' }, '', false],
])('%s', (_name, status, headers, body, expected) => {
  const answer = { status, headers: new Map(Object.entries(headers)), body: Buffer.from(body) };

  expect(isGithubThrottle(answer)).toBe(expected);
});

it('is left alone for a minute after a secondary limit that says nothing of time', () => {
  const answer = {
    status: 403,
    headers: new Map(),
    body: Buffer.from('{"message":"You have exceeded a secondary rate limit."}'),
  };

  expect(restAfter(answer, githubUpstream('https://api.github.com', undefined))).toBe(60_000);
});

it.each([
  ['5000', true],
  ['60', false],
  [undefined, false],
])('a budget of %s requests proves that the token was accepted: %s', (limit, expected) => {
  const headers = new Map(limit === undefined ? [] : [['x-ratelimit-limit', limit]]);

  expect(githubUpstream('https://api.github.com', 'x').token?.isAccepted?.(headers)).toBe(expected);
});
