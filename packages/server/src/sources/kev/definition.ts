import { Url } from '../../platform/settings.ts';
import { DAY, defineSource, MINUTE } from '../define-source.ts';

export interface KevAddresses {
  readonly url: string;
  /** Used if CISA does not respond: www.cisa.gov refuses whole address ranges of clouds. */
  readonly mirrorUrl?: string | undefined;
}

const KEV_URL = 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json';
const MIRROR_URL = 'https://raw.githubusercontent.com/cisagov/kev-data/main/known_exploited_vulnerabilities.json';

export const kevDefinition = defineSource({
  id: 'kev',
  number: 7,
  info: {
    name: 'Known Exploited Vulnerabilities Catalog',
    kind: 'exploitation',
    home: 'https://www.cisa.gov/known-exploited-vulnerabilities-catalog',
    licence: 'CC0-1.0',
    attribution: null,
    redistribute: true,
    cadenceSeconds: 30 * MINUTE,
    // About 190 entries a year, several at a time: a week without one is normal.
    expectedChangeSeconds: 14 * DAY,
    reconciliation: { by: 'whole_file', everyHours: 1 },
  },
  settings: { KEV_URL: Url.default(KEV_URL).describe('The KEV catalogue.') },
  address: ({ KEV_URL: url }): KevAddresses => ({
    url,
    // The mirror only stands in for CISA itself; an operator with another address chose it on purpose.
    mirrorUrl: url === KEV_URL ? MIRROR_URL : undefined,
  }),
  schedule: [{ channel: 'bulk', match: '7,37 * * * *', catchUpMinutes: 30 }],
  canaries: [{ key: 'CVE-2021-44228', says: [{ path: 'vendorProject', is: 'Apache' }] }],
  recordUrl: (id) => `https://www.cisa.gov/known-exploited-vulnerabilities-catalog?search_api_fulltext=${id}`,
});
