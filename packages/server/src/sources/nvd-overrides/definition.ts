import { Url } from '../../platform/settings.ts';
import { DAY, defineSource } from '../define-source.ts';
import type { FileAddress } from '../file-source.ts';

export const nvdOverridesDefinition = defineSource({
  id: 'nvd_overrides',
  number: 16,
  info: {
    name: 'Anchore’s additions to NVD',
    kind: 'vulnerabilities',
    home: 'https://github.com/anchore/nvd-data-overrides',
    licence: 'CC0-1.0',
    attribution: 'Anchore',
    redistribute: true,
    cadenceSeconds: DAY,
    // Regenerated every hour; a week without a change has not been seen.
    expectedChangeSeconds: 14 * DAY,
    reconciliation: { by: 'whole_file', everyHours: 24 },
  },
  settings: {
    NVD_OVERRIDES_URL: Url.default(
      'https://codeload.github.com/anchore/nvd-data-overrides/zip/refs/heads/main',
    ).describe('The archive of configurations that Anchore adds to NVD.'),
  },
  address: ({ NVD_OVERRIDES_URL: url }): FileAddress => ({ url }),
  schedule: [{ channel: 'bulk', match: '46 4 * * *', catchUpMinutes: 720 }],
  canaries: [{ key: 'CVE-2023-27533', says: [{ path: 'cve.configurations' }] }],
  recordUrl: (id) => `https://github.com/anchore/nvd-data-overrides/blob/main/data/${id.slice(4, 8)}/${id}.json`,
});
