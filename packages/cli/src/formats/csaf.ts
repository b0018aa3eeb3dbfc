import { csafOf } from '@almanac/core/sbom';
import type { ScanFormat } from './format.ts';
import { wholeDocument } from './whole.ts';

/** CSAF 2.0, VEX profile. */
export const csafFormat: ScanFormat = { name: 'csaf', write: (report) => wholeDocument(report, csafOf) };
