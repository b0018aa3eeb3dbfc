import { describe } from 'vitest';
import { survivesEveryFaultOfItsWorld, WORLD_SOURCES } from './support/world-cells.ts';

describe.each(WORLD_SOURCES)('%s', survivesEveryFaultOfItsWorld);
