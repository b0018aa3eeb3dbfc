import { expect, it } from 'vitest';
import type { Origin } from './http-client-origin.ts';
import { isTokenToBlame, mayBlameToken, refusalMessage } from './http-client-token.ts';

const anonymous: Origin = { url: 'https://upstream.test/' };
const withToken: Origin = {
  ...anonymous,
  isThrottled: ({ status, headers }) => status === 403 && headers.has('retry-after'),
  token: { headers: { authorization: 'Bearer x' }, isAccepted: (headers) => headers.get('x-limit') === '5000' },
};

it.each<[Origin, number, Record<string, string>, boolean]>([
  [withToken, 200, {}, false],
  [withToken, 304, {}, false],
  [withToken, 401, {}, true],
  [withToken, 403, {}, true],
  [withToken, 403, { 'retry-after': '60' }, false],
  [withToken, 404, {}, true],
  [withToken, 404, { 'x-limit': '5000' }, false],
  [withToken, 403, { 'x-limit': '5000' }, true],
  [withToken, 429, {}, false],
  [withToken, 500, {}, false],
  [anonymous, 401, {}, false],
])('%j answers %i with %j', (origin, status, headers, expected) => {
  expect(mayBlameToken({ status, headers: new Map(Object.entries(headers)) }, origin)).toBe(expected);
});

it.each([
  [401, 200, true],
  [401, 404, true],
  [401, 403, true],
  [403, 200, true],
  [403, 403, false],
  [404, 200, true],
  [404, 304, true],
  [404, 404, false],
  [404, 429, false],
])('%i with the token and %i without', (withStatus, without, expected) => {
  expect(isTokenToBlame(withStatus, without)).toBe(expected);
});

it.each([
  ['{"message":"Bad credentials","status":"401"}', {}, 'Bad credentials'],
  ['{"message":7}', {}, '{"message":7}'],
  ['Request forbidden by\nadministrative rules.\n', {}, 'Request forbidden by administrative rules.'],
  ['<html><body>Forbidden</body></html>', {}, ''],
  ['', { message: 'Invalid apiKey.' }, 'Invalid apiKey.'],
  [`{"message":"${'x'.repeat(500)}"}`, {}, 'x'.repeat(160)],
  ['', {}, ''],
])('%j with %j says %j', (body, headers, expected) => {
  const message = refusalMessage({ status: 403, headers: new Map(Object.entries(headers)), body: Buffer.from(body) });

  expect(message).toBe(expected);
});
