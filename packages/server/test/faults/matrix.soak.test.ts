import { describe } from 'vitest';
import { survivesEveryFault } from '../support/faults/cells.ts';
import { fillsUnderEveryFault } from '../support/faults/first-fill.ts';
import { LATER_CHANNELS } from '../support/faults/matrix.ts';
import { type ListedSource, SOURCES_OF_EVERY_COMMIT } from '../support/faults/sources.ts';

const atEveryCommit: readonly ListedSource[] = SOURCES_OF_EVERY_COMMIT;
const others = (Object.keys(LATER_CHANNELS) as ListedSource[]).filter((id) => !atEveryCommit.includes(id));

describe.each(others)('%s', survivesEveryFault);
describe.each(others)('an empty store, %s', fillsUnderEveryFault);
