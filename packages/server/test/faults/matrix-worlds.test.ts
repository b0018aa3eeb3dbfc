import { describe } from 'vitest';
import { WORLD_SOURCES } from '../support/faults/sources.ts';
import { survivesEveryFaultOfItsWorld } from '../support/faults/world-cells.ts';

describe.each(WORLD_SOURCES)('%s', survivesEveryFaultOfItsWorld);
