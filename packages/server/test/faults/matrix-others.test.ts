import { describe } from 'vitest';
import { survivesEveryFault } from '../support/faults/cells.ts';

describe.each(['osv', 'advisory', 'epss'] as const)('%s', survivesEveryFault);
