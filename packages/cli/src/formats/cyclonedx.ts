import { cycloneDxVexOf } from '@almanac/core/sbom';
import type { ScanFormat } from './format.ts';
import { wholeDocument } from './whole.ts';

/** CycloneDX 1.6 with vulnerabilities. */
export const cyclonedxFormat: ScanFormat = {
  name: 'cyclonedx',
  write: (report) => wholeDocument(report, cycloneDxVexOf),
};
