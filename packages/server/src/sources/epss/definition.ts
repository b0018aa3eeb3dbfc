import { Integer, Url } from '../../platform/settings.ts';
import { DAY, defineSource } from '../define-source.ts';

export interface EpssAddresses {
  readonly url: string;
  readonly apiUrl: string;
  /** How many days an empty store starts with. More than one, because the latest file may be late. */
  readonly firstDays?: number | undefined;
  /** How many days to catch up after a pause. */
  readonly catchUpDays?: number | undefined;
}

export const epssDefinition = defineSource({
  id: 'epss',
  number: 6,
  info: {
    name: 'Exploit Prediction Scoring System',
    kind: 'exploitation',
    home: 'https://www.first.org/epss',
    licence: 'Free to use with citation',
    attribution: 'EPSS, https://www.first.org/epss',
    redistribute: true,
    cadenceSeconds: DAY,
    expectedChangeSeconds: 2 * DAY,
    reconciliation: { by: 'whole_file', everyHours: 24 },
  },
  settings: {
    EPSS_URL: Url.default('https://epss.empiricalsecurity.com').describe('The daily files of EPSS.'),
    EPSS_API_URL: Url.default('https://api.first.org/data/v1/epss').describe('The API of EPSS, for one CVE.'),
    EPSS_FIRST_DAYS: Integer(1, 3_000).default(3).describe('How many days of scores an empty store begins with.'),
  },
  address: (settings): EpssAddresses => ({
    url: settings.EPSS_URL,
    apiUrl: settings.EPSS_API_URL,
    firstDays: settings.EPSS_FIRST_DAYS,
  }),
  // Published about noon and often later. Asking again for a known file costs one request.
  schedule: [{ channel: 'delta', match: '41 12,14,16,18,20,22 * * *', catchUpMinutes: 720 }],
  canaries: [{ key: 'CVE-2021-44228', says: [{ path: 'percentile', atLeast: 0.9 }] }],
  recordUrl: () => 'https://www.first.org/epss/data_stats',
});
