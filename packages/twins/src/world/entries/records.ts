import { MEDIUM_V2, PARTIAL_V2, SCORES, TAKEOVER_V30, TAKEOVER_V40 } from '../scores.ts';
import { advisoryLink, english, facts, listed, product, weakness } from '../sketch.ts';
import type { CveListing, Facts, Vulnerability } from '../vulnerability.ts';

/** Dates, scores, tags and ids as the list really writes them. */
export const RECORDS: readonly Vulnerability[] = [
  of('CVE-2019-91601', ['zoneless_dates'], 2600, {}, { dataVersion: '5.0', dates: 'zoneless' }),
  of('CVE-2020-91602', ['microsecond_dates'], 2100, {}, { dataVersion: '5.0', dates: 'microseconds' }),
  of('CVE-2019-91603', ['undated'], 2400, {}, { dataVersion: '5.0', undated: true }),
  of(
    'CVE-2002-9990',
    ['four_digit_id'],
    2650,
    { scores: [PARTIAL_V2] },
    { dataVersion: '5.0', programContainer: true },
  ),
  of('CVE-2025-9000000123', ['long_id'], 85, {}, {}),
  of(
    'CVE-2021-91606',
    ['weakness_in_words'],
    1650,
    { weaknesses: [{ text: 'CWE-79 Cross-site scripting, n/a' }] },
    { dataVersion: '5.0' },
  ),
  of(
    'CVE-2024-91607',
    ['ssvc_odd_case'],
    370,
    {},
    { vulnrichment: { ssvc: { exploitation: 'PoC', automatable: 'Yes', impact: 'Total' } } },
  ),
  of(
    'CVE-2025-91608',
    ['cvss_from_both'],
    130,
    { scores: [SCORES.localRoot] },
    {
      vulnrichment: {
        scores: [SCORES.clickTakeover],
        ssvc: { exploitation: 'none', automatable: 'no', impact: 'partial' },
      },
    },
  ),
  of(
    'CVE-2024-91609',
    ['cvss_four_versions'],
    260,
    { scores: [TAKEOVER_V40, SCORES.takeover, TAKEOVER_V30, PARTIAL_V2] },
    {},
  ),
  of('CVE-2019-91610', ['cvss_v2_only'], 2450, { scores: [MEDIUM_V2] }, { dataVersion: '5.0' }),
  of('CVE-2026-98611', ['no_score', 'no_epss'], 1, { scores: [] }, {}),
  of('CVE-2023-91612', ['disputed'], 660, { tags: ['disputed'] }, { dataVersion: '5.1' }),
  of('CVE-2022-91613', ['unsupported'], 1300, { tags: ['unsupported-when-assigned'] }, { dataVersion: '5.0' }),
  of('CVE-2025-91614', ['hosted_service'], 65, { tags: ['exclusively-hosted-service'] }, {}),
  of('CVE-2021-91615', ['program_container'], 1720, {}, { dataVersion: '5.0', programContainer: true }),
  {
    ...of('CVE-2026-98616', ['midnight_gap'], 22, {}, {}),
    // Changed at 23:20: in no delta archive of that day.
    cveList: [
      { at: { daysAgo: 22 }, set: { state: 'PUBLISHED', dataVersion: '5.2' } },
      {
        at: { daysAgo: 1, hour: 23, minute: 20 },
        set: { vulnrichment: { ssvc: { exploitation: 'none', automatable: 'yes', impact: 'partial' } } },
      },
    ],
  },
  {
    ...of('CVE-2026-98617', ['midnight_gap'], 1, {}, {}),
    facts: facts({ daysAgo: 2, hour: 23, minute: 41 }, ordinary('CVE-2026-98617')),
    cveList: listed({ daysAgo: 2, hour: 23, minute: 41 }),
  },
];

function of(
  id: string,
  shows: Vulnerability['shows'],
  daysAgo: number,
  told: Partial<Facts>,
  listing: Partial<CveListing>,
): Vulnerability {
  const entry: Vulnerability = {
    id,
    shows: ['published', ...shows],
    assigner: 'tidewater',
    reserved: { daysAgo: daysAgo + 20 },
    facts: facts({ daysAgo }, { ...ordinary(id), ...told }),
    cveList: listed({ daysAgo }, listing),
  };
  if (shows.includes('no_epss')) return entry;
  return { ...entry, epss: [{ at: { daysAgo: daysAgo - 1 }, set: { score: 0.0016, percentile: 0.38 } }] };
}

function ordinary(id: string): Facts {
  return {
    title: `Tidewater Jetty: request smuggling (${id.slice(4)})`,
    descriptions: english('Tidewater Jetty forwards a request twice when its length is given in two ways.'),
    products: [product('Tidewater', 'Jetty', '3.3.3', '3.0.0')],
    weaknesses: weakness('CWE-20'),
    scores: [SCORES.userLeak],
    references: advisoryLink('https://tidewater.example/psirt/jetty'),
    workaround: 'Refuse requests that carry both lengths.',
  };
}
