import { expect, it } from 'vitest';
import { ForbiddenAnswer } from './http-client-body.ts';
import type { Origin } from './http-client-origin.ts';
import {
  isFailure,
  isThrottled,
  mayBlameToken,
  mayRetry,
  refusalMessage,
  restAfter,
  retryDelay,
} from './http-client-retry.ts';

const URL = 'https://upstream.test/';
const usual: Origin = { url: URL };
const nvd: Origin = { url: URL, isThrottled: ({ status }) => status === 403 };
const repology: Origin = { url: URL, block: { status: 403, restMs: 86_400_000 } };

const answer = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: new Map(Object.entries(headers)),
});

it.each([
  [usual, 200, { throttled: false, retry: false, failure: false }],
  [usual, 403, { throttled: false, retry: false, failure: false }],
  [usual, 404, { throttled: false, retry: false, failure: false }],
  [usual, 408, { throttled: false, retry: true, failure: true }],
  [usual, 429, { throttled: true, retry: true, failure: true }],
  [usual, 500, { throttled: false, retry: true, failure: true }],
  [usual, 501, { throttled: false, retry: false, failure: true }],
  [usual, 524, { throttled: false, retry: true, failure: true }],
  [nvd, 403, { throttled: true, retry: true, failure: true }],
  [repology, 403, { throttled: false, retry: false, failure: true }],
])('%j answers %i: %j', (origin, status, expected) => {
  const throttled = isThrottled(answer(status), origin);
  const retry = mayRetry(answer(status), origin);
  const failure = isFailure(answer(status), origin);

  expect({ throttled, retry, failure }).toEqual(expected);
});

it.each([
  ['a broken connection', Object.assign(new Error('reset'), { code: 'ECONNRESET' }), true],
  ['an answer that is too large', Object.assign(new ForbiddenAnswer('too large'), { code: 'X' }), false],
  ['a mistake of ours', new TypeError('undefined is not a function'), false],
])('after %s', (_name, error, expected) => {
  expect(mayRetry({ error }, usual)).toBe(expected);
});

const NOW = 'Sun, 15 Nov 2026 12:00:00 GMT';
const patient: Origin = { url: URL, patience: { waitMs: 30_000 } };
const resting: Origin = { ...nvd, patience: { throttledMs: 60_000 } };

it.each([
  ['nothing', {}, 500, 30_000],
  ['Retry-After: 0', { 'retry-after': '0' }, 500, 30_000],
  ['Retry-After: 7', { 'retry-after': '7' }, 7_000, 30_000],
  ['Retry-After: 30', { 'retry-after': '30' }, 30_000, 30_000],
  ['Retry-After: 31', { 'retry-after': '31' }, null, null],
  ['a date in 20 s', { 'retry-after': 'Sun, 15 Nov 2026 12:00:20 GMT', date: NOW }, 20_000, 30_000],
  ['a date in the past', { 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT', date: NOW }, 500, 30_000],
  ['a date tomorrow', { 'retry-after': 'Mon, 16 Nov 2026 12:00:00 GMT', date: NOW }, null, null],
  ['a date without its own clock', { 'retry-after': 'Sun, 15 Nov 2026 12:00:20 GMT' }, 500, 30_000],
  ['what is neither', { 'retry-after': 'soon', date: NOW }, 500, 30_000],
  ['a negative number', { 'retry-after': '-5', date: NOW }, 500, 30_000],
])('after an answer with %s waits so long', (_name, headers, wait, patientWait) => {
  expect(retryDelay(answer(429, headers), 1, usual, () => 0.5)).toBe(wait);
  expect(retryDelay(answer(429, headers), 1, patient, () => 0.5)).toBe(patientWait);
});

it('is not asked again in the same run where a throttled origin needs a longer rest', () => {
  expect(retryDelay(answer(403), 1, resting, () => 0.5)).toBeNull();
  expect(retryDelay(answer(500), 1, resting, () => 0.5)).toBe(500);
});

it('waits twice as long each time, and never for more than half a minute', () => {
  const waits = [1, 2, 3, 9, 30].map((attempt) => retryDelay({ error: null }, attempt, usual, () => 0.5));

  expect(waits).toEqual([500, 1_000, 2_000, 30_000, 30_000]);
});

it.each([
  [usual, answer(429), null],
  [usual, answer(429, { 'retry-after': '30' }), null],
  [usual, answer(503, { 'retry-after': '1800' }), 1_800_000],
  [usual, answer(503, { 'retry-after': '86400' }), 3_600_000],
  [usual, answer(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1794745800', date: NOW }), 1_800_000],
  [resting, answer(403), 60_000],
  [resting, answer(429, { 'retry-after': '90' }), 90_000],
  [resting, answer(429, { 'retry-after': '1' }), null],
  [resting, answer(500), null],
  [repology, answer(403), 86_400_000],
  [repology, answer(503), null],
])('%j is left alone after %j for %j ms', (origin, given, rest) => {
  expect(restAfter(given, origin)).toBe(rest);
});

const anonymous: Origin = { url: 'https://upstream.test/' };
const withToken: Origin = {
  ...anonymous,
  isThrottled: ({ status, headers }) => status === 403 && headers.has('retry-after'),
  token: { headers: { authorization: 'Bearer x' }, isAccepted: (headers) => headers.get('x-limit') === '5000' },
};

const withKey: Origin = {
  ...anonymous,
  token: { headers: { key: 'x' }, isRefused: ({ headers }) => headers.has('message') },
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
  [withKey, 404, { message: 'Invalid key.' }, true],
  [withKey, 404, {}, false],
  [withKey, 401, {}, true],
  [anonymous, 401, {}, false],
])('%j answers %i with %j', (origin, status, headers, expected) => {
  expect(mayBlameToken({ status, headers: new Map(Object.entries(headers)) }, origin)).toBe(expected);
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
