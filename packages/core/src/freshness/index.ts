export { type FreshnessChange, freshnessChanges } from './changes.ts';
export { LONGEST_STATEMENT, openFreshness } from './open-freshness.ts';
export { boundRow, type Freshness, type FreshnessRow, printFreshness, readFreshness } from './statement.ts';
