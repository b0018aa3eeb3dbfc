import { type Answer, jsonAnswer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import type { Clock } from '../frame/clock.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { deviceGrants, type OauthUser } from './device-grants.ts';

export const DEVICE_CODE_PATH = '/login/device/code';
export const DEVICE_PAGE_PATH = '/login/device';
export const TOKEN_PATH = '/login/oauth/access_token';
export const USER_PATH = '/user';

export interface OauthClient {
  readonly id: string;
  readonly secret?: string;
  /** False if its owner has not enabled the device flow. */
  readonly deviceFlow?: boolean;
}

export interface OauthTwin extends TwinDefinition {
  approve(userCode: string, user: OauthUser): void;
  deny(userCode: string): void;
  /** Issues a token without the device flow. */
  issue(user: OauthUser, client: string): string;
  withdraw(token: string): void;
}

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';

export function oauth({ clients }: { readonly clients: readonly OauthClient[] }): OauthTwin {
  const grants = deviceGrants();
  let clock: Clock | null = null;
  const settle = (userCode: string, outcome: OauthUser | 'denied') => {
    if (!grants.settle(userCode, outcome, clock?.now() ?? 0))
      throw new RangeError(`Nobody waits for the code ${userCode}`);
  };

  return {
    source: 'oauth',
    documentFaults: [],
    approve: (userCode, user) => settle(userCode, user),
    deny: (userCode) => settle(userCode, 'denied'),
    issue: (user, client) => grants.issue(user, client).token,
    withdraw: (token) => void grants.withdraw(token),
    open(surroundings) {
      const { url } = surroundings;
      clock = surroundings.clock;
      return [
        { method: 'POST', path: DEVICE_CODE_PATH, handle: (request) => deviceCode(request, url()) },
        { path: DEVICE_PAGE_PATH, handle: deviceForm },
        { method: 'POST', path: DEVICE_PAGE_PATH, handle: devicePage },
        { method: 'POST', path: TOKEN_PATH, handle: token },
        { path: USER_PATH, handle: user },
        { method: 'POST', path: '/applications/:client/token', handle: check },
      ];
    },
  };

  function deviceCode(request: TwinRequest, url: string): Answer {
    const given = membersOf(request);
    const client = clients.find(({ id }) => id === given.get('client_id'));
    if (client === undefined) return spoken(request, { error: 'Not Found' }, 404);
    if (client.deviceFlow === false) return spoken(request, refusal('device_flow_disabled'));
    const code = grants.open(client.id, given.get('scope') ?? '', request.now);
    return spoken(request, { ...code, verification_uri: url + DEVICE_PAGE_PATH });
  }

  function devicePage(request: TwinRequest): Answer {
    const given = membersOf(request);
    const person = { id: Number(given.get('id') ?? 1), login: given.get('login') ?? 'octocat' };
    const outcome = given.get('action') === 'deny' ? 'denied' : person;
    const done = grants.settle(given.get('user_code') ?? '', outcome, request.now);
    return done ? textAnswer(200, 'Congratulations, you’re all set!\n') : textAnswer(404, 'No such code.\n');
  }

  function token(request: TwinRequest): Answer {
    const given = membersOf(request);
    const client = clients.find(({ id }) => id === given.get('client_id'));
    if (client === undefined) return spoken(request, refusal('incorrect_client_credentials'));
    if (client.deviceFlow === false) return spoken(request, refusal('device_flow_disabled'));
    if (given.get('grant_type') !== GRANT_TYPE) return spoken(request, refusal('unsupported_grant_type'));
    const polled = grants.poll(client.id, given.get('device_code') ?? '', request.now);
    if ('error' in polled) {
      const interval = polled.interval === undefined ? {} : { interval: polled.interval };
      return spoken(request, { ...refusal(polled.error), ...interval });
    }
    return spoken(request, { access_token: polled.token.token, token_type: 'bearer', scope: polled.token.scope });
  }

  function user({ headers }: TwinRequest): Answer {
    if (headers['user-agent'] === undefined) return textAnswer(403, NO_AGENT);
    const [, given] = /^(?:bearer|token) (.+)$/i.exec(headers.authorization ?? '') ?? [];
    if (given === undefined) return apiError(401, 'Requires authentication');
    const issued = grants.find(given);
    if (issued === undefined) return apiError(401, 'Bad credentials');
    return jsonAnswer(person(issued.user), { headers: { 'x-oauth-scopes': issued.scope } });
  }

  function check(request: TwinRequest): Answer {
    const [id = '', secret = ''] = basicOf(request.headers.authorization);
    const client = clients.find((each) => each.id === id && each.secret !== undefined && each.secret === secret);
    if (client === undefined) return apiError(401, 'Bad credentials');
    const given = membersOf(request).get('access_token');
    if (given === undefined || given === '') return apiError(422, 'Validation Failed');
    const issued = grants.find(given);
    if (issued === undefined || issued.client !== client.id || request.params.get('client') !== client.id)
      return apiError(404, 'Not Found');
    return jsonAnswer({
      id: 1,
      app: { name: 'Almanac', client_id: client.id },
      token: issued.token,
      token_last_eight: issued.token.slice(-8),
      scopes: issued.scope === '' ? [] : issued.scope.split(','),
      user: person(issued.user),
      expires_at: null,
    });
  }
}

/** The page for the user code, just a form. */
function deviceForm(): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', body: Buffer.from(DEVICE_FORM) };
}

const DEVICE_FORM = `<!doctype html><html lang="en"><title>Device activation</title><h1>Device activation</h1>
<form method="post"><label>Code <input name="user_code" required></label> <label>Login <input name="login" value="octocat"></label> <button>Authorize</button></form></html>
`;

const NO_AGENT = 'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.\n';

function person({ id, login }: OauthUser) {
  return { login, id, node_id: `U_${id}`, type: 'User', site_admin: false };
}

function refusal(error: string) {
  return {
    error,
    error_description: `${error.replaceAll('_', ' ')}.`,
    error_uri: `https://docs.github.com/developers/apps/authorizing-oauth-apps#error-codes-for-the-device-flow`,
  };
}

function apiError(status: number, message: string): Answer {
  return jsonAnswer({ message, documentation_url: 'https://docs.github.com/rest', status: String(status) }, { status });
}

/** Form-encoded unless JSON is requested. */
function spoken({ headers }: TwinRequest, members: Readonly<Record<string, string | number>>, status = 200): Answer {
  if (headers.accept?.includes('application/json') === true) return jsonAnswer(members, { status });
  const form = new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { status, type: 'application/x-www-form-urlencoded; charset=utf-8', body: Buffer.from(form.toString()) };
}

function membersOf({ headers, body, url }: TwinRequest): ReadonlyMap<string, string> {
  const text = body.toString();
  if (headers['content-type']?.includes('json') !== true)
    return new Map([...url.searchParams, ...new URLSearchParams(text)]);
  try {
    return new Map(Object.entries(JSON.parse(text) as object).map(([name, value]) => [name, String(value)]));
  } catch {
    return new Map();
  }
}

function basicOf(header: string | undefined): string[] {
  const [, packed = ''] = /^basic (.+)$/i.exec(header ?? '') ?? [];
  return Buffer.from(packed, 'base64').toString().split(':');
}
