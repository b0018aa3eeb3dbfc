import { compareText } from '../ids/order.ts';
import { LOWEST_KEY } from './coarse.ts';
import type { Order, VersionScheme } from './scheme.ts';

/** The order of versions that the ecosystem's tool accepts. `totalOrder` adds all other strings. */
export interface ValidRules {
  readonly id: string;
  readonly isValid: (version: string) => boolean;
  /** Called with two valid versions only. */
  readonly compareValid: (a: string, b: string) => Order;
  /** Called with a valid version only. */
  readonly coarseValid: (version: string) => string;
}

/** Extends the order of the valid versions to every string, as `VersionScheme` promises. */
export function totalOrder(rules: ValidRules): VersionScheme {
  return {
    id: rules.id,
    isValid: rules.isValid,
    compare(a, b) {
      if (a === b) return 0;
      const aValid = rules.isValid(a);
      const bValid = rules.isValid(b);
      if (aValid && bValid) return rules.compareValid(a, b);
      if (aValid !== bValid) return aValid ? 1 : -1;
      return compareText(a, b);
    },
    coarse(version) {
      return rules.isValid(version) ? rules.coarseValid(version) : LOWEST_KEY;
    },
  };
}
