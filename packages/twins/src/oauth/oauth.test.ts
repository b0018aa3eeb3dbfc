import { describe, expect, it } from 'vitest';
import { startTwin } from '../frame/start-twin.ts';
import { DEVICE_CODE_PATH, DEVICE_PAGE_PATH, oauth, TOKEN_PATH, USER_PATH } from './oauth.ts';

const CLIENT = 'Iv1.almanac';
const OCTOCAT = { id: 583231, login: 'octocat' };

async function start() {
  const provider = oauth({
    clients: [{ id: CLIENT, secret: 's3cret' }, { id: 'Iv1.other' }, { id: 'Iv1.closed', deviceFlow: false }],
  });
  const twin = await startTwin(provider);
  const post = async (path: string, members: Record<string, string>, headers: Record<string, string> = {}) => {
    const accept = { accept: 'application/json', ...headers };
    const response = await fetch(twin.url + path, {
      method: 'POST',
      headers: accept,
      body: new URLSearchParams(members),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const code = async (client = CLIENT) =>
    (await post(DEVICE_CODE_PATH, { client_id: client, scope: 'repo gist' })).body;
  const poll = (device: unknown, more: Record<string, string> = {}) =>
    post(TOKEN_PATH, {
      client_id: CLIENT,
      device_code: String(device),
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      ...more,
    });
  const check = (token: string, authorization: string) =>
    post(`/applications/${CLIENT}/token`, token === '' ? {} : { access_token: token }, { authorization });
  return { provider, twin, post, code, poll, check, [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose]() };
}

const basic = (client: string, secret: string) => `Basic ${Buffer.from(`${client}:${secret}`).toString('base64')}`;

describe('the device flow', () => {
  it('has a page on which a person types the code', async () => {
    await using flow = await start();
    const { user_code, device_code } = await flow.code();

    const page = await fetch(flow.twin.url + DEVICE_PAGE_PATH);
    const body = new URLSearchParams({ user_code: String(user_code), login: 'octocat' });
    const sent = await fetch(flow.twin.url + DEVICE_PAGE_PATH, { method: 'POST', body });

    expect(await page.text()).toContain('name="user_code"');
    expect(sent.status).toBe(200);
    expect((await flow.poll(device_code)).body['access_token']).toBeDefined();
  });

  it('gives a code, then a token once the user has approved, and that once', async () => {
    await using flow = await start();
    const code = await flow.code();
    const waiting = await flow.poll(code['device_code']);
    flow.provider.approve(String(code['user_code']), OCTOCAT);
    flow.twin.clock.advance(5_000);
    const granted = await flow.poll(code['device_code']);
    const again = await flow.poll(code['device_code']);

    expect(code).toMatchObject({ expires_in: 900, interval: 5, verification_uri: flow.twin.url + DEVICE_PAGE_PATH });
    expect(code['user_code']).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    expect(code['device_code']).toHaveLength(40);
    expect(waiting).toMatchObject({ status: 200, body: { error: 'authorization_pending' } });
    expect(granted).toMatchObject({ status: 200, body: { token_type: 'bearer', scope: 'repo,gist' } });
    expect(granted.body['access_token']).toMatch(/^gho_\w{36}$/);
    expect(again.body['error']).toBe('incorrect_device_code');
  });

  it('asks who polls too often to slow down, by five seconds each time', async () => {
    await using flow = await start();
    const { device_code } = await flow.code();
    await flow.poll(device_code);
    flow.twin.clock.advance(4_000);
    const first = await flow.poll(device_code);
    flow.twin.clock.advance(9_000);
    const second = await flow.poll(device_code);
    flow.twin.clock.advance(15_000);
    const patient = await flow.poll(device_code);

    expect(first).toMatchObject({ status: 200, body: { error: 'slow_down', interval: 10 } });
    expect(second.body).toMatchObject({ error: 'slow_down', interval: 15 });
    expect(patient.body['error']).toBe('authorization_pending');
  });

  it('ends with a refusal, and with its time', async () => {
    await using flow = await start();
    const [refused, late] = [await flow.code(), await flow.code()];
    flow.provider.deny(String(refused['user_code']));
    const denied = await flow.poll(refused['device_code']);
    flow.twin.clock.advance(900_000);
    const expired = await flow.poll(late['device_code']);

    expect([denied.body['error'], expired.body['error']]).toEqual(['access_denied', 'expired_token']);
    expect(() => flow.provider.approve(String(late['user_code']), OCTOCAT)).toThrow('Nobody waits');
  });

  it.each([
    ['another client', { client_id: 'Iv1.nobody' }, 'incorrect_client_credentials'],
    ['a client without the flow', { client_id: 'Iv1.closed' }, 'device_flow_disabled'],
    ['a code of another client', { client_id: 'Iv1.other' }, 'incorrect_device_code'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['a code that nobody has', { device_code: 'x' }, 'incorrect_device_code'],
  ])('answers 200 with an error to %s', async (_name, more, error) => {
    await using flow = await start();
    const { device_code } = await flow.code();

    const answer = await flow.poll(device_code, more);

    expect(answer).toMatchObject({ status: 200, body: { error } });
  });

  it('gives no code to a client without the flow, nor to none', async () => {
    await using flow = await start();

    expect((await flow.code('Iv1.closed'))['error']).toBe('device_flow_disabled');
    expect((await flow.post(DEVICE_CODE_PATH, { client_id: 'x' })).status).toBe(404);
  });

  it('is form-encoded for whoever does not ask for JSON', async () => {
    await using flow = await start();

    const response = await fetch(flow.twin.url + DEVICE_CODE_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: CLIENT }),
    });

    expect(response.headers.get('content-type')).toContain('application/x-www-form-urlencoded');
    expect(new URLSearchParams(await response.text()).get('interval')).toBe('5');
  });

  it('lets another process be the user', async () => {
    await using flow = await start();
    const code = await flow.code();
    const page = flow.twin.url + DEVICE_PAGE_PATH;
    const body = new URLSearchParams({
      user_code: String(code['user_code']),
      action: 'approve',
      id: '7',
      login: 'seven',
    });

    const statuses = [await fetch(page, { method: 'POST', body }), await fetch(page, { method: 'POST', body })];
    const { body: granted } = await flow.poll(code['device_code']);

    expect(statuses.map(({ status }) => status)).toEqual([200, 404]);
    expect(granted['access_token']).toMatch(/^gho_/);
  });
});

describe('a token', () => {
  it('names its user until it is withdrawn', async () => {
    await using flow = await start();
    const token = flow.provider.issue(OCTOCAT, CLIENT);
    const user = async (headers: Record<string, string>) => fetch(flow.twin.url + USER_PATH, { headers });

    const known = await user({ authorization: `Bearer ${token}` });
    const unknown = await user({ authorization: 'Bearer gho_made_up' });
    const none = await user({});
    flow.provider.withdraw(token);
    const gone = await user({ authorization: `token ${token}` });

    expect(await known.json()).toMatchObject({ ...OCTOCAT, type: 'User' });
    expect([known, unknown, none, gone].map(({ status }) => status)).toEqual([200, 401, 401, 401]);
    expect(await unknown.json()).toMatchObject({ message: 'Bad credentials' });
  });

  it('is checked for the client that it was given to', async () => {
    await using flow = await start();
    const [own, others] = [flow.provider.issue(OCTOCAT, CLIENT), flow.provider.issue(OCTOCAT, 'Iv1.other')];
    const mine = basic(CLIENT, 's3cret');

    const checked = await flow.check(own, mine);
    const statuses = [
      await flow.check(others, mine),
      await flow.check('gho_made_up', mine),
      await flow.check('', mine),
      await flow.check(own, basic(CLIENT, 'wrong')),
      await flow.check(own, basic('Iv1.other', '')),
    ];

    expect(checked).toMatchObject({ status: 200, body: { user: OCTOCAT, scopes: [], expires_at: null } });
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 422, 401, 401]);
  });
});
