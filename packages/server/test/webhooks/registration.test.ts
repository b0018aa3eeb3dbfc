import { createClient } from '@almanac/client';
import { deleteWebhook, getWebhook, postWebhook } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { openReceivers } from '../../src/platform/receivers.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { grantedKey } from '../support/access.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

let database: TestDatabase;
let worker: AlmanacDatabases;
let app: TestApp;
let receiver: Receiver;
let key: string;

/** Names that lead where a test says; the receiver itself is allowed by its address. */
const NAMES: Readonly<Record<string, string>> = {
  'rebound.example.org': '10.0.0.7',
  'mapped.example.org': '::ffff:169.254.169.254',
};

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openTestDatabases(database.url, { role: 'almanac_worker' });
  receiver = await startReceiver();
  const receivers = openReceivers({
    hosts: new Set(['127.0.0.1']),
    userAgent: 'Almanac/test',
    resolve: (host, _options, callback) => {
      const address = NAMES[host];
      if (address === undefined) callback(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }), []);
      else callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
    },
  });
  app = await testApp({ routes: ROUTES, databaseUrl: database.url, receivers });
});
afterAll(async () => {
  await app.close();
  await receiver[Symbol.asyncDispose]();
  await worker.close();
  await database.close();
});
beforeEach(async () => {
  receiver.challenge = {};
  ({ key } = await grantedKey(worker.primary));
});

const bearer = (own = key) => ({ authorization: `Bearer ${own}` });
const register = (body: object, own = key) =>
  app.get('/api/v1/webhooks', {
    method: 'POST',
    headers: { ...bearer(own), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const here = (path = '/hook') => `${receiver.url}${path}`;

describe('registering a webhook', () => {
  it('shows the secret once, and the webhook with its filters from then on', async () => {
    await projectionStore(worker.primary).put('osv', { 'PYSEC-2026-1': { id: 'PYSEC-2026-1' } }, new Date());

    const { status, body } = await register({
      url: here(),
      packages: 'curl,pkg:npm/lodash',
      severity: 'critical,high',
      exploited: true,
    });
    const list = await app.get('/api/v1/webhooks', { headers: bearer() });
    const one = await app.get(`/api/v1/webhooks/${body['data'].id}`, { headers: bearer() });

    const { secret, ...webhook } = body['data'];
    expect(status).toBe(201);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      url: here(),
      state: 'active',
      reason: null,
      filters: {
        packages: 'curl,pkg:npm/lodash',
        verdicts: false,
        ecosystems: null,
        severity: 'critical,high',
        exploited: true,
      },
    });
    expect(list.body['data']).toEqual({ webhooks: [webhook], limit: 10 });
    expect(one.body['data']).toEqual({ webhook, deadLetters: [] });
    expect(list.text + one.text).not.toContain('whsec_');
  });

  it('goes on from the cursor that is given, and refuses one of another history', async () => {
    const start = await register({ url: here(), after: 'start' });
    const again = await register({ url: here(), after: start.body['data'].cursor });
    const gone = await register({ url: here(), after: Buffer.from('1.1.1.1.1').toString('base64url') });
    const wrong = await register({ url: here(), after: 'x' });

    expect([start.status, again.body['data'].cursor]).toEqual([201, start.body['data'].cursor]);
    expect([gone.status, gone.body['code']]).toEqual([410, 'CURSOR_GONE']);
    expect([wrong.status, wrong.body['code']]).toEqual([400, 'INVALID_PARAMETER']);
  });

  it.each([
    ['severity', { severity: 'bad' }],
    ['verdicts', { verdicts: true }],
    ['packages', { packages: 'pkg:nothing/there@1' }],
    ['ecosystems', { ecosystems: ',' }],
  ])('refuses filters that /changes refuses: %s', async (name, filters) => {
    const { status, body } = await register({ url: here(), ...filters });

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toContain(`'${name}'`);
  });

  it.each([
    ['another value', { value: 'something else' }, /did not return the challenge value/],
    ['another status', { status: 404 }, /The endpoint answered the challenge with status 404/],
    ['a redirect, which is not followed', { status: 307, headers: { location: '/other' } }, /with status 307/],
  ])('is refused after a wrong answer to the challenge: %s', async (_name, challenge, error) => {
    receiver.challenge = challenge;

    const { status, body } = await register({ url: here() });
    const list = await app.get('/api/v1/webhooks', { headers: bearer() });

    expect([status, body['code']]).toEqual([422, 'WEBHOOK_CHALLENGE_FAILED']);
    expect(body['error']).toMatch(error);
    expect(list.body['data'].webhooks).toEqual([]);
  });

  it.each([
    'https://10.0.0.7/hook',
    'https://192.168.1.1/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://0x7f000002/hook',
    'https://2130706434/hook',
    'https://[::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
    'https://[64:ff9b::a00:1]/hook',
    'https://[2002:a00:1::]/hook',
    'https://[fd00:ec2::254]/latest',
    'https://localhost/hook',
    'https://metadata.internal/hook',
    'https://rebound.example.org/hook',
    'https://mapped.example.org/hook',
  ])('refuses an address that is not public: %s', async (url) => {
    const { status, body } = await register({ url });

    expect([status, body['code']]).toEqual([422, 'WEBHOOK_ADDRESS_REFUSED']);
    expect(body['error']).toMatch(/ does not resolve to a public address$/);
  });

  it.each([
    'http://hooks.example.org/',
    'ftp://hooks.example.org/',
    'https://me:secret@hooks.example.org/',
    'hook',
    'https://a.org/#b',
  ])('takes https addresses alone: %s', async (url) => {
    const { status, body } = await register({ url });

    expect([status, body['code']]).toEqual([400, 'BODY_INVALID']);
    expect(body['error']).toMatch(/^Member 'url': expected an https/);
  });

  it('refuses an address of more than 2,048 characters, also once its escapes are written out', async () => {
    const long = await register({ url: here(`/${'a'.repeat(2_048)}`) });
    const escaped = await register({ url: here(`/${'ä'.repeat(700)}`) });

    expect([long.status, long.body['code']]).toEqual([400, 'WEBHOOK_URL_TOO_LONG']);
    expect([escaped.status, escaped.body['code']]).toEqual([400, 'WEBHOOK_URL_TOO_LONG']);
  });

  it('refuses the eleventh, however many are registered at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => register({ url: here(`/${i}`) })));
    const codes = answers.map(({ status, body }) => `${status} ${body['code'] ?? ''}`.trim()).toSorted();
    const list = await app.get('/api/v1/webhooks', { headers: bearer() });

    expect(codes).toEqual([...Array.from({ length: 10 }, () => '201'), '409 WEBHOOK_LIMIT', '409 WEBHOOK_LIMIT']);
    expect(list.body['data'].webhooks).toHaveLength(10);
  });
});

describe('the webhooks of an account', () => {
  it('are not those of a stranger', async () => {
    const { body } = await register({ url: here() });
    const { id } = body['data'];
    const stranger = await grantedKey(worker.primary);

    const seen = await app.get(`/api/v1/webhooks/${id}`, { headers: bearer(stranger.key) });
    const ended = await app.get(`/api/v1/webhooks/${id}`, { method: 'DELETE', headers: bearer(stranger.key) });
    const list = await app.get('/api/v1/webhooks', { headers: bearer(stranger.key) });
    const none = await app.get(`/api/v1/webhooks/${id}`);

    expect([seen.status, seen.body['code']]).toEqual([404, 'WEBHOOK_UNKNOWN']);
    expect([ended.status, ended.body['code']]).toEqual([404, 'WEBHOOK_UNKNOWN']);
    expect(list.body['data'].webhooks).toEqual([]);
    expect([none.status, none.body['code']]).toEqual([401, 'AUTH_REQUIRED']);
    expect((await app.get(`/api/v1/webhooks/${id}`, { headers: bearer() })).status).toBe(200);
  });

  it('end when they are deleted, with the place to go on from', async () => {
    const { body } = await register({ url: here() });
    const { id, cursor } = body['data'];

    const ended = await app.get(`/api/v1/webhooks/${id}`, { method: 'DELETE', headers: bearer() });
    const again = await app.get(`/api/v1/webhooks/${id}`, { method: 'DELETE', headers: bearer() });
    const list = await app.get('/api/v1/webhooks', { headers: bearer() });

    expect([ended.status, ended.body['data']]).toEqual([200, { id, deleted: true, cursor }]);
    expect([again.status, again.body['code']]).toEqual([404, 'WEBHOOK_UNKNOWN']);
    expect(list.body['data'].webhooks).toEqual([]);
  });

  it('have secrets that the API cannot read back', async () => {
    await register({ url: here() });

    await expect(app.pool.query('select secret from webhook_secret')).rejects.toThrow('permission denied');
    const { rows } = await sql<{ n: number }>`select count(*) as n from webhook_secret`.execute(worker.primary);
    expect(rows[0]?.n).toBeGreaterThan(0);
  });
});

it('the typed client registers, reads and deletes', async () => {
  const client = createClient({ baseUrl: `${app.url}/api/v1`, apiKey: key });

  const { data: registered } = await client.call(postWebhook, { body: { url: here(), severity: 'critical' } });
  const { data: read } = await client.call(getWebhook, { params: { id: registered.id } });
  const { data: ended } = await client.call(deleteWebhook, { params: { id: registered.id } });

  expect([registered.state, read.webhook.filters.severity, ended.deleted]).toEqual(['active', 'critical', true]);
});
