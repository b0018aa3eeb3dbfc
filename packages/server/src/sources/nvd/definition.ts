import { z } from 'zod';
import { Url } from '../../platform/settings.ts';
import { DAY, defineSource, HOUR } from '../define-source.ts';

export interface NvdAddress {
  readonly url: string;
  readonly feedsUrl: string;
  /** Allows ten times as many requests. */
  readonly apiKey?: string | undefined;
}

export const nvdDefinition = defineSource({
  id: 'nvd',
  number: 5,
  info: {
    name: 'National Vulnerability Database',
    kind: 'vulnerabilities',
    home: 'https://nvd.nist.gov',
    licence: 'Public domain; NVD terms of use',
    attribution: 'This product uses the NVD API but is not endorsed or certified by the NVD.',
    redistribute: true,
    cadenceSeconds: 2 * HOUR,
    expectedChangeSeconds: DAY,
    reconciliation: { by: 'archive', everyHours: 168 },
  },
  settings: {
    NVD_URL: Url.default('https://services.nvd.nist.gov/rest/json/cves/2.0').describe('The CVE API of NVD.'),
    NVD_FEEDS_URL: Url.default('https://nvd.nist.gov/feeds/json/cve/2.0').describe(
      'The yearly feeds of NVD, which the weekly sweep reads.',
    ),
    NVD_API_KEY: z.string().optional().describe('A key of NVD: 50 requests in 30 s in place of 5.'),
  },
  address: ({ NVD_URL, NVD_FEEDS_URL, NVD_API_KEY }): NvdAddress => ({
    url: NVD_URL,
    feedsUrl: NVD_FEEDS_URL,
    apiKey: NVD_API_KEY,
  }),
  schedule: [
    { channel: 'delta', match: '17 */2 * * *', catchUpMinutes: 120 },
    { channel: 'sweep', match: '40 12 * * 6', catchUpMinutes: 2880 },
  ],
  canaries: [{ key: 'CVE-2021-44228', says: [{ path: 'cve.metrics.cvssMetricV31.*.cvssData.baseScore', is: 10 }] }],
  recordUrl: (id) => `https://nvd.nist.gov/vuln/detail/${id}`,
});
