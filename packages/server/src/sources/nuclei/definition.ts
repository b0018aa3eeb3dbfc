import { Url } from '../../platform/settings.ts';
import { DAY, defineSource } from '../define-source.ts';
import type { FileAddress } from '../file-source.ts';

export const nucleiDefinition = defineSource({
  id: 'nuclei',
  number: 14,
  info: {
    name: 'nuclei templates',
    kind: 'exploitation',
    home: 'https://github.com/projectdiscovery/nuclei-templates',
    licence: 'MIT',
    attribution: 'ProjectDiscovery',
    redistribute: true,
    cadenceSeconds: DAY,
    // New templates come on most days.
    expectedChangeSeconds: 14 * DAY,
    reconciliation: { by: 'whole_file', everyHours: 24 },
  },
  settings: {
    NUCLEI_URL: Url.default(
      'https://raw.githubusercontent.com/projectdiscovery/nuclei-templates/main/cves.json',
    ).describe('The list of nuclei templates by CVE.'),
  },
  address: ({ NUCLEI_URL: url }): FileAddress => ({ url }),
  schedule: [{ channel: 'bulk', match: '36 4 * * *', catchUpMinutes: 720 }],
  canaries: [{ key: 'CVE-2021-44228', says: [{ path: 'Info.Severity', is: 'critical' }] }],
});
