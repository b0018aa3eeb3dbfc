import { describe } from 'vitest';
import { survivesEveryFault } from '../support/faults/cells.ts';
import { fillsUnderEveryFault } from '../support/faults/first-fill.ts';
import { LATER_CHANNELS } from '../support/faults/matrix.ts';
import { FIRST_AT_EVERY_COMMIT, type ListedSource, SOURCES_OF_EVERY_COMMIT } from '../support/faults/sources.ts';

describe.each(allBut(SOURCES_OF_EVERY_COMMIT))('%s', survivesEveryFault);
describe.each(allBut(FIRST_AT_EVERY_COMMIT))('an empty store, %s', fillsUnderEveryFault);

function allBut(atEveryCommit: readonly ListedSource[]): ListedSource[] {
  return (Object.keys(LATER_CHANNELS) as ListedSource[]).filter((id) => !atEveryCommit.includes(id));
}
