import { authRequired } from '../errors.ts';

/** Whose webhooks are meant. */
export function accountOf(account: number | null): number {
  if (account === null) throw authRequired();
  return account;
}
