import { describe } from 'vitest';
import { survivesEveryFault } from '../support/faults/cells.ts';
import { LATER_CHANNELS } from '../support/faults/matrix.ts';
import { type ListedSource, WORLD_SOURCES } from '../support/faults/sources.ts';
import { survivesEveryFaultOfItsWorld } from '../support/faults/world-cells.ts';

// With the faults that end like another one, which CI leaves out (`FAULT_MATRIX` in vitest.soak.config.ts).
describe.each(Object.keys(LATER_CHANNELS) as ListedSource[])('%s', survivesEveryFault);
describe.each(WORLD_SOURCES)('%s', survivesEveryFaultOfItsWorld);
