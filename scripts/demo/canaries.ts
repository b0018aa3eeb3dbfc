import type { Canaries } from '../../packages/server/src/sources/canaries.ts';
import { USUAL_CANARIES } from '../../packages/server/src/sources/catalogue.ts';

const LOG4SHELL = 'CVE-2021-44228';

/** Records of the demo that are looked at after each reading: the usual ones, and others where it does not have them. */
export const DEMO_CANARIES: Canaries = {
  ...USUAL_CANARIES,
  cve_list_v5: [{ key: LOG4SHELL, says: [{ path: 'cveMetadata.state', is: 'PUBLISHED' }] }],
  advisory: [{ key: 'GHSA-jfh8-c2jp-5v3q', says: [{ path: 'cve_id', is: LOG4SHELL }] }],
  nvd: [{ key: 'CVE-2024-3094', says: [{ path: 'cve.metrics.cvssMetricV31.*.cvssData.baseScore', is: 10 }] }],
  nixpkgs: [{ key: 'issue/990400', says: [{ path: 'labels.*.name', is: '1.severity: security' }] }],
  nvd_overrides: [{ key: 'CVE-2024-9264', says: [{ path: 'cve.configurations' }] }],
  exploitdb: [{ key: '50590', says: [{ path: 'codes', is: LOG4SHELL }] }],
};
