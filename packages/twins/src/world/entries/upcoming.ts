import { SCORES } from '../scores.ts';
import { advisoryLink, english, facts, listed, packageOf, product, range, weakness } from '../sketch.ts';
import type { Vulnerability } from '../vulnerability.ts';

/** Happens only after the clock has advanced. */
export const UPCOMING: readonly Vulnerability[] = [
  of('CVE-2026-98701', 1, 'Anchor Proxy drops its filter after a reload', 'anchor-proxy', 'GHSA-2f5c-4m6p-7rvx'),
  of('CVE-2026-98702', 4, 'Anchor Proxy logs the password of a refused login', 'anchor-proxy', 'GHSA-3g6f-5p7q-8vw2'),
  of('CVE-2026-98703', 9, 'lanternfish: shell words in a branch name', 'lanternfish', 'GHSA-4h7g-6q8r-9wx3'),
  of('CVE-2026-98704', 25, 'lanternfish: second way to the shell', 'lanternfish', 'GHSA-5j8h-7r9v-cx24'),
  of('CVE-2026-98705', 49, 'Mooring keeps revoked tokens for an hour', 'mooring', 'GHSA-6m9j-8vcw-f235'),
  {
    id: 'CVE-2026-98706',
    shows: ['happens_later'],
    assigner: 'larkspur',
    reserved: { daysAgo: 30 },
    // Reserved now, rejected unused in two days.
    cveList: [
      {
        at: { hoursAgo: -48 },
        set: { state: 'REJECTED', dataVersion: '5.2', rejectedReason: 'Not used by the assigner.' },
      },
    ],
  },
];

function of(id: string, hoursAhead: number, title: string, name: string, ghsa: string): Vulnerability {
  const at = { hoursAgo: -hoursAhead };
  return {
    id,
    shows: ['happens_later'],
    assigner: 'codeharbour',
    reserved: { daysAgo: 10 },
    facts: facts(at, {
      title,
      descriptions: english(`${title}. Fixed in 2.4.0.`),
      products: [product(name, name, '2.4.0', '2.0.0')],
      weaknesses: weakness('CWE-78'),
      scores: [SCORES.userTakeover],
      references: advisoryLink(`https://code.example/advisories/${ghsa}`),
    }),
    cveList: listed(at),
    advisory: [
      {
        at,
        set: {
          ghsa,
          type: 'reviewed',
          severity: 'high',
          packages: [packageOf('npm', name, range('2.0.0', '2.4.0'))],
          scores: [SCORES.userTakeover],
        },
      },
    ],
    epss: [{ at: { hoursAgo: -hoursAhead - 24 }, set: { score: 0.0006, percentile: 0.18 } }],
  };
}
