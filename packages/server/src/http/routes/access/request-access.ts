import { type Access, postRequestAccess } from '@almanac/contract';
import { newApiKey } from '../../../app/access/api-key.ts';
import { decideAccess } from '../../../app/access/decide.ts';
import type { Deps } from '../../../app/deps.ts';
import { ApiError, accessDenied, accessPending, providerAway, tokenInvalid } from '../../../app/errors.ts';
import { type Identity, ProviderAway } from '../../../platform/identity-provider.ts';
import { grantByPolicy, lockAccount, replaceKey } from '../../../store/access.ts';
import { route } from '../../route.ts';

/** The token is asked about once, here, and is gone with the request: neither it nor its hash is kept, logged or handed on. */
export const requestAccess = route(postRequestAccess, async (deps, { body }, { signal, keyReplaced }) => {
  const identity = await identityOf(deps, body.token, signal);
  if (identity === null) throw tokenInvalid();
  const answer = await settle(deps, identity, body.rotate);
  // After the transaction: that someone asked is to be known, also when they asked for too much.
  if (answer instanceof ApiError) throw answer;
  const { replacedFor, ...settled } = answer;
  if (replacedFor !== undefined) keyReplaced(replacedFor);
  return settled;
});

async function identityOf(
  { access }: Pick<Deps, 'access'>,
  token: string,
  signal: AbortSignal,
): Promise<Identity | null> {
  try {
    return await access.provider.whoIs(token, signal);
  } catch (error) {
    throw error instanceof ProviderAway ? providerAway(error.retryAfter, error) : error;
  }
}

async function settle(
  { databases, access, now }: Pick<Deps, 'access' | 'databases' | 'now'>,
  identity: Identity,
  rotate: boolean,
): Promise<{ data: Access; status: number; replacedFor?: number } | ApiError> {
  const at = new Date(now());
  const { id: providerId, login } = identity;
  const granted = {
    status: 'granted',
    account: identity,
    limits: { requestsPerMinute: access.requestsPerMinute },
  } as const;
  return databases.primary.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, { provider: access.provider.name, providerId, login }, at);
    const applicant = { ...account, hasKey: account.keyPrefix !== null, providerId, login };
    const decision = decideAccess(applicant, access, rotate);
    if (decision === 'denied') return accessDenied();
    if (decision === 'pending') {
      return rotate ? accessPending() : { status: 202, data: { status: 'pending', account: identity } };
    }
    if (decision === 'keep') {
      return { status: 200, data: { ...granted, keyPrefix: account.keyPrefix ?? undefined } };
    }
    if (account.status !== 'granted') await grantByPolicy(trx, account.id, at);
    const issued = newApiKey();
    await replaceKey(trx, account.id, issued, at);
    const data = { ...granted, apiKey: issued.key, keyPrefix: issued.prefix };
    return { status: 201, data, replacedFor: account.id };
  });
}
