import { createHash } from 'node:crypto';

export interface OauthUser {
  readonly id: number;
  readonly login: string;
}

export interface IssuedToken {
  readonly token: string;
  readonly user: OauthUser;
  readonly client: string;
  /** Separated by commas. */
  readonly scope: string;
}

export interface DeviceCode {
  readonly device_code: string;
  readonly user_code: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** A token or an error; `slow_down` also sets the new interval. */
export type Polled = { readonly token: IssuedToken } | { readonly error: string; readonly interval?: number };

interface Grant {
  readonly client: string;
  readonly scope: string;
  readonly userCode: string;
  readonly expires: number;
  interval: number;
  polled: number | null;
  outcome: 'pending' | 'denied' | 'used' | OauthUser;
}

const LIFE_SECONDS = 900;
const INTERVAL_SECONDS = 5;
/** No vowels, so that codes don't spell words. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** Deterministic: every test gets the same codes. */
export function deviceGrants() {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, IssuedToken>();
  let count = 0;

  return {
    open(client: string, scope: string, now: number): DeviceCode {
      const device = digest('device').slice(0, 40);
      const letters = Array.from(digest('user').slice(0, 16).match(/../g) ?? [], letterOf);
      const userCode = `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
      const expires = now + LIFE_SECONDS * 1000;
      const interval = INTERVAL_SECONDS;
      grants.set(device, { client, scope, userCode, expires, interval, polled: null, outcome: 'pending' });
      return { device_code: device, user_code: userCode, expires_in: LIFE_SECONDS, interval };
    },
    /** The user's decision; false if there is no such code. */
    settle(userCode: string, outcome: OauthUser | 'denied', now: number): boolean {
      const grant = [...grants.values()].find((each) => each.userCode === userCode);
      if (grant === undefined || grant.outcome !== 'pending' || now >= grant.expires) return false;
      grant.outcome = outcome;
      return true;
    },
    poll(client: string, device: string, now: number): Polled {
      const grant = grants.get(device);
      if (grant === undefined || grant.client !== client || grant.outcome === 'used')
        return { error: 'incorrect_device_code' };
      if (now >= grant.expires) return { error: 'expired_token' };
      if (grant.outcome === 'denied') return { error: 'access_denied' };
      const early = grant.polled !== null && now < grant.polled + grant.interval * 1000;
      grant.polled = now;
      if (early) {
        grant.interval += 5;
        return { error: 'slow_down', interval: grant.interval };
      }
      if (grant.outcome === 'pending') return { error: 'authorization_pending' };
      const token = issue(grant.outcome, client, grant.scope.split(' ').filter(Boolean).join(','));
      grant.outcome = 'used';
      return { token };
    },
    issue,
    find: (token: string): IssuedToken | undefined => tokens.get(token),
    withdraw: (token: string): boolean => tokens.delete(token),
  };

  function issue(user: OauthUser, client: string, scope = ''): IssuedToken {
    const issued = { token: `gho_${digest('token').slice(0, 36)}`, user, client, scope };
    tokens.set(issued.token, issued);
    return issued;
  }

  function digest(kind: string): string {
    count += 1;
    return createHash('sha256').update(`${kind} ${count}`).digest('hex');
  }
}

function letterOf(pair: string): string {
  return LETTERS[Number.parseInt(pair, 16) % LETTERS.length] ?? 'B';
}
