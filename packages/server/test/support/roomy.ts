import type { CallerBudgetLimits } from '../../src/http/settings.ts';

const PLENTY = { withoutKey: 1e9, withKey: 1e9 };

/** Budgets that one caller does not use up: a test sends all its requests from one address. */
export const ROOMY: CallerBudgetLimits = {
  connections: PLENTY,
  computing: PLENTY,
  uploads: PLENTY,
  following: PLENTY,
  liveFetches: PLENTY,
  entries: PLENTY,
};
