import { policyOf } from '../../policy.ts';
import { wellKnown } from '../../well-known.ts';

/** What may be asked how often, what may be kept how long, and what needs a key: from what is enforced. */
export const apiPolicy = wellKnown(
  '/.well-known/api-policy.json',
  'application/json; charset=utf-8',
  async (deps, { rates }) => `${JSON.stringify(policyOf(deps, rates), null, 2)}\n`,
);
