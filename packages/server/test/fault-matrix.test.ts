import { describe, expect, it } from 'vitest';
import { survivesEveryFault } from './support/fault-cells.ts';
import { kindsWithoutRow } from './support/fault-matrix.ts';

it('has a row for every fault that a twin can make', () => {
  expect(kindsWithoutRow()).toEqual([]);
});

// The other half stands in a file of its own, so that both run at the same time.
describe.each(['cve_list_v5', 'kev', 'nvd'] as const)('%s', survivesEveryFault);
