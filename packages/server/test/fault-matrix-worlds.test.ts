import { describe } from 'vitest';
import { WORLD_SOURCES } from './support/fault-sources.ts';
import { survivesEveryFaultOfItsWorld } from './support/world-cells.ts';

describe.each(WORLD_SOURCES)('%s', survivesEveryFaultOfItsWorld);
