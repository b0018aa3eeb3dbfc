import { RATES } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../src/http/route.ts';
import { testApp } from '../support/app.ts';
import { countingRoute, echoRoute, postRoute } from '../support/routes.ts';

const deprecation = { since: '2027-01-01', sunset: '2027-07-01', successor: '/echo' };
const marked = (route: Route): Route => ({ ...route, endpoint: { ...route.endpoint, deprecation } });

const SAID = {
  deprecation: '@1798761600',
  sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
  link: '<http://api.test/api/v1/echo>; rel="successor-version"',
};
const saidBy = (headers: Headers) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
  link: headers.get('link'),
});

describe('an endpoint that is marked as deprecated', () => {
  it('says so with an answer that is computed, one that is kept, and one that is unchanged', async () => {
    await using app = await testApp({ routes: [marked(countingRoute())] });

    const first = await app.get('/api/v1/count');
    const second = await app.get('/api/v1/count');
    const headers = { 'if-none-match': second.headers.get('etag') ?? '' };
    const third = await app.get('/api/v1/count', { headers });

    expect([first.status, second.headers.get('x-cache'), third.status]).toEqual([200, 'HIT', 304]);
    for (const { headers: said } of [first, second, third]) expect(saidBy(said)).toEqual(SAID);
  });

  it('says so with a refusal, of its input and of its limit', async () => {
    await using app = await testApp({
      routes: [marked(countingRoute())],
      settings: { rates: { ...RATES, general: 1 } },
    });

    const wrong = await app.get('/api/v1/count?kind=c');
    const limited = await app.get('/api/v1/count');

    expect([wrong.status, limited.status]).toEqual([400, 429]);
    for (const { headers } of [wrong, limited]) expect(saidBy(headers)).toEqual(SAID);
  });

  it('lets pages of other origins read it', async () => {
    await using app = await testApp({ routes: [marked(echoRoute)] });

    const { headers } = await app.get('/api/v1/echo/curl');

    expect(headers.get('access-control-expose-headers')).toMatch(/\bDeprecation, Sunset, Link$/);
  });
});

it('an endpoint beside it, and an address that there is not, say nothing', async () => {
  await using app = await testApp({ routes: [marked(countingRoute()), echoRoute, postRoute] });

  const beside = await app.get('/api/v1/echo/curl');
  const nowhere = await app.get('/api/v1/nowhere');

  for (const { headers } of [beside, nowhere]) {
    expect(saidBy(headers)).toEqual({ deprecation: null, sunset: null, link: null });
  }
});
