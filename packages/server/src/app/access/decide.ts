import type { AccessPolicy } from '@almanac/contract';

/** An account as it stands, its latest request included. */
export interface Applicant {
  readonly status: 'pending' | 'granted' | 'revoked';
  readonly decidedBy: 'policy' | 'operator' | null;
  readonly hasKey: boolean;
  /** As the identity provider numbers it. */
  readonly providerId: number;
  readonly login: string;
}

/** `issue`: a new key, and any other of the account is revoked. */
export type Decision = 'denied' | 'pending' | 'keep' | 'issue';

/** What becomes of a request for access. What an operator has decided, no policy changes. */
export function decideAccess(
  applicant: Applicant,
  { policy, allowlist }: { readonly policy: AccessPolicy; readonly allowlist: ReadonlySet<string> },
  rotate: boolean,
): Decision {
  const { status, decidedBy, hasKey } = applicant;
  if (status === 'revoked') return 'denied';
  if (status === 'pending' && (decidedBy === 'operator' || !grants(policy, allowlist, applicant))) return 'pending';
  return hasKey && !rotate ? 'keep' : 'issue';
}

/** An entry of digits is an account's number, though there are logins of digits, too: a login may pass to another person. */
function grants(policy: AccessPolicy, allowlist: ReadonlySet<string>, { providerId, login }: Applicant): boolean {
  if (policy !== 'allowlist') return policy === 'open';
  const name = login.toLowerCase();
  return allowlist.has(String(providerId)) || (!/^\d+$/.test(name) && allowlist.has(name));
}
