import { describe, expect, it } from 'vitest';
import { compareIssueRisk, hasRisk, issueRisk } from './issue-risk.ts';
import type { RiskFacts } from './risk.ts';

const facts = (id: string, given: Partial<RiskFacts> = {}): RiskFacts => ({
  id,
  kev: false,
  exploitation: null,
  epss: null,
  severity: null,
  ...given,
});
const KNOWN = new Map(
  [
    facts('CVE-2026-0001', { epss: 0.02 }),
    facts('CVE-2026-0002', { kev: true }),
    facts('CVE-2026-0003', { epss: 0.9 }),
  ].map((one) => [one.id, one]),
);
const issue = (cves: readonly string[], relatedCves: readonly string[] = []) => ({
  number: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  cves,
  relatedCves,
});

describe('the risk of an issue', () => {
  it.each([
    ['of its only CVE', issue(['CVE-2026-0001']), 'CVE-2026-0001'],
    ['of the worst of several', issue(['CVE-2026-0001', 'CVE-2026-0002', 'CVE-2026-0003']), 'CVE-2026-0002'],
    ['of what the body names, where the title names none', issue([], ['CVE-2026-0003']), 'CVE-2026-0003'],
  ])('is that %s', (_, given, cve) => {
    expect(issueRisk(given, KNOWN)).toBe(KNOWN.get(cve));
  });

  it('is unknown where nothing is known of its CVEs', () => {
    const risk = issueRisk(issue(['CVE-2026-0009']), KNOWN);

    expect(risk).toEqual(facts('CVE-2026-0009'));
    expect(hasRisk(risk, 'unknown')).toBe(true);
    expect(hasRisk(risk, 'likely')).toBe(false);
  });
});

it('puts open issues first, those last that their versions refute; then the worst, then the newest', () => {
  const ranked = [
    { number: 3, state: 'open', verdict: 'unknown', risk: facts('CVE-2026-0002', { kev: true }) },
    { number: 9, state: 'open', verdict: 'affected', risk: facts('CVE-2026-0003', { epss: 0.9 }) },
    { number: 4, state: 'open', verdict: 'affected', risk: facts('CVE-2026-0003', { epss: 0.9 }) },
    { number: 7, state: 'open', verdict: 'affected', risk: facts('CVE-2026-0009') },
    { number: 2, state: 'open', verdict: 'not_affected', risk: facts('CVE-2026-0002', { kev: true }) },
    { number: 8, state: 'closed', verdict: null, risk: facts('CVE-2026-0002', { kev: true }) },
  ] as const;

  expect(ranked.toReversed().toSorted(compareIssueRisk)).toEqual(ranked);
});
