import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareRisk, type RiskFacts, type RiskRule, riskRule } from './risk.ts';

const facts = (id: string, given: Partial<RiskFacts> = {}): RiskFacts => ({
  id,
  kev: false,
  exploitation: null,
  epss: null,
  severity: null,
  ...given,
});

/** Worst first: the table is the order. */
const TABLE: readonly (readonly [RiskRule, RiskFacts])[] = [
  ['known_exploited', facts('CVE-2026-0009', { kev: true, epss: 0.9 })],
  ['known_exploited', facts('CVE-2026-0001', { kev: true, epss: 0.01, severity: 'critical' })],
  ['known_exploited', facts('CVE-2026-0002', { kev: true })],
  ['ssvc_active', facts('CVE-2026-0003', { exploitation: 'active', epss: 0.02 })],
  ['epss_high', facts('CVE-2026-0004', { epss: 0.97 })],
  ['epss_high', facts('CVE-2026-0005', { exploitation: 'poc', epss: 0.1 })],
  ['ssvc_poc', facts('CVE-2026-0006', { exploitation: 'poc', epss: 0.09 })],
  ['ssvc_poc', facts('CVE-2026-0007', { exploitation: 'poc' })],
  ['epss_low', facts('CVE-2026-0008', { epss: 0.05, exploitation: 'none' })],
  ['epss_low', facts('CVE-2026-0010', { epss: 0.01, severity: 'high' })],
  ['epss_low', facts('CVE-2026-0011', { epss: 0.01, severity: 'low' })],
  ['epss_low', facts('CVE-2026-0012', { epss: 0.01 })],
  ['unscored', facts('CVE-2026-0013', { severity: 'critical' })],
  ['unscored', facts('CVE-2026-0014', { exploitation: 'none' })],
  ['unscored', facts('CVE-2026-0015')],
];

it('names the rule of each', () => {
  expect(TABLE.map(([, given]) => riskRule(given))).toEqual(TABLE.map(([rule]) => rule));
});

it('puts the worst first, in whatever order they come', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray([...TABLE], { minLength: TABLE.length }), (shuffled) => {
      expect(shuffled.map(([, given]) => given).toSorted(compareRisk)).toEqual(TABLE.map(([, given]) => given));
    }),
  );
});
