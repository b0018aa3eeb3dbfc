import { describe } from 'vitest';
import { survivesEveryFault } from './support/fault-cells.ts';

describe.each(['osv', 'advisory', 'epss'] as const)('%s', survivesEveryFault);
