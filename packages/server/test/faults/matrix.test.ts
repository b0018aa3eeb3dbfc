import { describe, expect, it } from 'vitest';
import { SOURCE_READERS } from '../../src/sources/index.ts';
import { survivesEveryFault } from '../support/faults/cells.ts';
import { kindsWithoutRow, LATER_CHANNELS, NVD_BAD_DAYS } from '../support/faults/matrix.ts';
import { LISTED_AT_EVERY_COMMIT, SINGLE_SOURCES, WORLD_SOURCES } from '../support/faults/sources.ts';

it('has a row for every fault that a twin can make', () => {
  expect(kindsWithoutRow()).toEqual([]);
});

it('has every source, in one of the three ways of reading', () => {
  const covered = [...Object.keys(LATER_CHANNELS), ...WORLD_SOURCES, ...SINGLE_SOURCES];

  expect(covered.sort()).toEqual(Object.keys(SOURCE_READERS).sort());
});

describe.each(LISTED_AT_EVERY_COMMIT)('%s', (id) => survivesEveryFault(id));
describe('nvd on its bad days', () => survivesEveryFault('nvd', NVD_BAD_DAYS));
