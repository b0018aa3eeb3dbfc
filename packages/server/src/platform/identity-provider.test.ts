import { oauth, startTwin, type Twin } from '@almanac/twins';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIdentityProvider, ProviderAway } from './identity-provider.ts';

const CLIENT = { id: 'Iv1.almanac', secret: 's3cret' };
const OCTOCAT = { id: 583231, login: 'octocat' };
const people = oauth({ clients: [CLIENT, { id: 'Iv1.other' }] });
let twin: Twin;
let elsewhere: Twin;

beforeAll(async () => {
  twin = await startTwin(people);
  elsewhere = await startTwin(oauth({ clients: [] }));
});
afterAll(async () => {
  await twin[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});
beforeEach(() => twin.faults.clear());

const open = (clientSecret: string | null, apiUrl = twin.url) =>
  openIdentityProvider({ apiUrl, userAgent: 'test', clientId: CLIENT.id, clientSecret });
const never = new AbortController().signal;

describe.each([
  ['without a secret', null],
  ['with a secret', CLIENT.secret],
])('%s', (_name, secret) => {
  it('names the user of a token, and knows no other token', async () => {
    const token = people.issue(OCTOCAT, CLIENT.id);

    const [known, unknown] = [await open(secret).whoIs(token, never), await open(secret).whoIs('gho_made_up', never)];
    people.withdraw(token);

    expect([known, unknown, await open(secret).whoIs(token, never)]).toEqual([OCTOCAT, null, null]);
  });

  it.each([
    ['refuses', { kind: 'status', status: 503, retryAfter: 17 }, 17],
    ['has a fault', { kind: 'status', status: 500 }, null],
    ['is asked too often', { kind: 'status', status: 429, retryAfter: 9_999 }, 3_600],
    ['says so in its other way', { kind: 'status', status: 403, retryAfter: 60 }, 60],
    ['sends a page', { kind: 'html' }, null],
    ['sends rubbish', { kind: 'garbage' }, null],
    ['breaks off', { kind: 'truncation' }, null],
    ['sends half', { kind: 'truncation', announce: 'half' }, null],
    ['hangs up', { kind: 'reset' }, null],
  ] as const)('is away, and not unknowing, when the provider %s', async (_why, fault, retryAfter) => {
    const token = people.issue(OCTOCAT, CLIENT.id);
    twin.faults.set(fault);

    const asked = open(secret).whoIs(token, never);

    await expect(asked).rejects.toThrow(ProviderAway);
    await expect(asked).rejects.toMatchObject({ retryAfter });
    await expect(asked).rejects.not.toHaveProperty('message', expect.stringContaining(token));
  });

  it('follows nobody elsewhere with a token', async () => {
    const token = people.issue(OCTOCAT, CLIENT.id);
    for (const path of ['/user', `/applications/${CLIENT.id}/token`]) {
      twin.faults.set({ kind: 'redirect', to: elsewhere.url + path });
      await expect(open(secret).whoIs(token, never)).rejects.toThrow(ProviderAway);
    }

    expect(elsewhere.requests).toEqual([]);
  });

  it('gives up when it is told to', async () => {
    const token = people.issue(OCTOCAT, CLIENT.id);
    twin.faults.set({ kind: 'stall' });

    await expect(open(secret).whoIs(token, AbortSignal.timeout(100))).rejects.toThrow(ProviderAway);
  });

  it('is away where nobody listens', async () => {
    await expect(open(secret, 'http://127.0.0.1:1').whoIs('gho_x', never)).rejects.toThrow('cannot be reached');
  });
});

it('takes no token of another client where it can tell', async () => {
  const token = people.issue(OCTOCAT, 'Iv1.other');

  expect(await open(null).whoIs(token, never)).toEqual(OCTOCAT);
  expect(await open(CLIENT.secret).whoIs(token, never)).toBeNull();
});

it('is away, and blames no token, when its own secret is wrong', async () => {
  const token = people.issue(OCTOCAT, CLIENT.id);

  await expect(open('wrong').whoIs(token, never)).rejects.toThrow('answers 401');
});

it.each([
  ['nothing', 'null'],
  ['a list', '[]'],
  ['no number', '{"login":"octocat"}'],
  ['a number as text', '{"id":"1","login":"octocat"}'],
  ['a fraction', '{"id":1.5,"login":"octocat"}'],
  ['no login', '{"id":1}'],
  ['a login that would act on a terminal', '{"id":1,"login":"\\u001b[2J"}'],
  ['a login with markup', '{"id":1,"login":"<img src=x>"}'],
])('takes no account that is %s', async (_name, body) => {
  await using odd = await startTwin({
    source: 'odd',
    documentFaults: [],
    open: () => [{ path: '/user', handle: () => ({ type: 'application/json', body: Buffer.from(body) }) }],
  });

  await expect(open(null, odd.url).whoIs('gho_x', never)).rejects.toThrow('without an account');
});
