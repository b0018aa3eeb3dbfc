import { describe } from 'vitest';
import { WORLDS_AT_EVERY_COMMIT } from '../support/faults/sources.ts';
import { survivesEveryFaultOfItsWorld } from '../support/faults/world-cells.ts';

describe.each(WORLDS_AT_EVERY_COMMIT)('%s', survivesEveryFaultOfItsWorld);
