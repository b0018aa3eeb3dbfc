import { spdxOf } from '@almanac/core/sbom';
import type { ScanFormat } from './format.ts';
import { wholeDocument } from './whole.ts';

/** SPDX 2.3. */
export const spdxFormat: ScanFormat = { name: 'spdx', write: (report) => wholeDocument(report, spdxOf) };
