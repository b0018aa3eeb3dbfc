import { describe } from 'vitest';
import { survivesEveryFault } from '../support/faults/cells.ts';
import { fillsUnderEveryFault } from '../support/faults/first-fill.ts';
import { LATER_CHANNELS } from '../support/faults/matrix.ts';
import {
  LISTED_AT_EVERY_COMMIT,
  type ListedSource,
  WORLD_SOURCES,
  WORLDS_AT_EVERY_COMMIT,
} from '../support/faults/sources.ts';
import { survivesEveryFaultOfItsWorld } from '../support/faults/world-cells.ts';

const listed = allBut(LISTED_AT_EVERY_COMMIT, Object.keys(LATER_CHANNELS) as ListedSource[]);

describe.each(listed)('%s', (id) => survivesEveryFault(id));
describe.each(listed)('an empty store, %s', fillsUnderEveryFault);
describe.each(allBut(WORLDS_AT_EVERY_COMMIT, WORLD_SOURCES))('%s', survivesEveryFaultOfItsWorld);

function allBut<Id extends string>(atEveryCommit: readonly Id[], all: readonly Id[]): Id[] {
  return all.filter((id) => !atEveryCommit.includes(id));
}
