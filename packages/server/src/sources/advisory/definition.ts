import { Url } from '../../platform/settings.ts';
import { DAY, defineSource, githubSettings, MINUTE } from '../define-source.ts';

export interface AdvisoryAddresses {
  /** The listing's URL: `https://api.github.com/advisories`. */
  readonly url: string;
  /** Optional. A token of any account without permissions works; it only raises the rate limit. */
  readonly token?: string | undefined;
}

export const advisoryDefinition = defineSource({
  id: 'advisory',
  number: 4,
  info: {
    name: 'GitHub Advisory Database',
    kind: 'vulnerabilities',
    home: 'https://github.com/github/advisory-database',
    licence: 'CC-BY-4.0',
    attribution: 'GitHub Advisory Database',
    redistribute: true,
    cadenceSeconds: 30 * MINUTE,
    expectedChangeSeconds: DAY,
    reconciliation: { by: 'sweep', everyHours: 744 },
  },
  settings: {
    ADVISORY_URL: Url.default('https://api.github.com/advisories').describe('The listing of the advisory database.'),
    ...githubSettings,
  },
  address: ({ ADVISORY_URL, GITHUB_TOKEN }): AdvisoryAddresses => ({ url: ADVISORY_URL, token: GITHUB_TOKEN }),
  readInPartBecause: ({ token }) =>
    token ? null : 'GITHUB_TOKEN is not set: changes that the listing of changes lacks are not looked for.',
  schedule: [
    { channel: 'delta', match: '12,42 * * * *', catchUpMinutes: 30 },
    { channel: 'sweep', match: '25 5 3 * *', catchUpMinutes: 10080 },
  ],
  canaries: [
    {
      key: 'GHSA-jfh8-c2jp-5v3q',
      says: [
        { path: 'cve_id', is: 'CVE-2021-44228' },
        { path: 'vulnerabilities.*.package.name', is: 'org.apache.logging.log4j:log4j-core' },
      ],
    },
  ],
  recordUrl: (id) => `https://github.com/advisories/${id}`,
});
