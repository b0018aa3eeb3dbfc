import type { AccessPolicy } from '@almanac/contract';
import { type Clock, type OauthTwin, oauth, startTwin, stillClock, type Twin } from '@almanac/twins';
import { newApiKey } from '../../src/app/access/api-key.ts';
import type { AccessSettings } from '../../src/app/access/settings.ts';
import { openIdentityProvider } from '../../src/platform/identity-provider.ts';
import { decideByHand, lockAccount, replaceKey } from '../../src/store/access.ts';
import type { Db } from '../../src/store/database.ts';

export const CLIENT = 'Iv1.almanac';
export const SECRET = 's3cret-of-the-client';

export interface Provider extends AsyncDisposable {
  readonly twin: Twin;
  /** What people do there. */
  readonly people: OauthTwin;
  readonly clock: Clock;
  settings(policy: AccessPolicy, more?: { withSecret?: boolean; allowlist?: readonly string[] }): AccessSettings;
}

/** The identity provider as a twin, and settings that lead to it. */
export async function startProvider(): Promise<Provider> {
  const clock = stillClock('2026-11-15T08:00:00Z');
  const people = oauth({ clients: [{ id: CLIENT, secret: SECRET }, { id: 'Iv1.other' }] });
  const twin = await startTwin(people, { clock });
  return {
    twin,
    people,
    clock,
    settings: (policy, { withSecret = false, allowlist = [] } = {}) => ({
      provider: openIdentityProvider({
        apiUrl: twin.url,
        userAgent: 'Almanac/test',
        clientId: CLIENT,
        clientSecret: withSecret ? SECRET : null,
      }),
      policy,
      allowlist: new Set(allowlist),
      deviceEndpoint: `${twin.url}/login/device/code`,
      tokenEndpoint: `${twin.url}/login/oauth/access_token`,
      clientId: CLIENT,
      keyless: new Set(),
      requestsPerMinute: 300,
    }),
    [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose](),
  };
}

let accounts = 0;

/** A valid key of an account of its own, as if it had been asked for and granted. */
export async function grantedKey(
  db: Db,
  status: 'granted' | 'pending' = 'granted',
): Promise<{ key: string; login: string }> {
  accounts += 1;
  const now = new Date('2026-11-15T07:00:00Z');
  const login = `user-${accounts}`;
  const issued = newApiKey();
  await db.transaction().execute(async (trx) => {
    const { id } = await lockAccount(trx, { provider: 'https://id.test', providerId: 1_000 + accounts, login }, now);
    await decideByHand(trx, id, { status, note: undefined, now });
    await replaceKey(trx, id, issued, now);
  });
  return { key: issued.key, login };
}
