import { describe, expect, it } from 'vitest';
import type { MatchFacts } from '../matching/facts.ts';
import { matchPackage } from '../matching/match-package.ts';
import { readCve } from '../ranges/cve.ts';
import { readOsv } from '../ranges/osv.ts';
import { planPackage } from './plan-package.ts';

it('a plan has the verdict of matching where a registry withdrew its record and the CVE’s own one has a say', () => {
  const withdrawn = readOsv({
    id: 'X-2026-1',
    aliases: ['CVE-2026-10001'],
    withdrawn: '2026-01-01T00:00:00Z',
    affected: [{ package: { ecosystem: 'PyPI', name: 'thing' }, versions: ['1.0'] }],
  });
  const versions = [{ version: '0', lessThan: '2.0', status: 'affected', versionType: 'semver' }];
  const own = readCve({
    cveMetadata: { cveId: 'CVE-2026-10001' },
    containers: { cna: { affected: [{ vendor: 'somebody', product: 'thing', versions }] } },
  });
  const facts = {
    question: { package: 'thing', version: '1.0', ecosystem: 'PyPI' },
    collection: [],
    issues: [],
    found: [...withdrawn.assertions, ...own.assertions].map((assertion) => ({ assertion, sha256: null })),
    aliases: [{ id: 'CVE-2026-10001', ids: ['CVE-2026-10001', 'X-2026-1'] }],
    records: [],
    sources: [{ source: 'osv', state: 'ok' }],
  };

  const plan = planPackage(facts);

  expect(plan.verdict).toBe('affected');
  expect(plan.verdict).toBe(matchPackage(facts).verdict);
});

describe('a rejected CVE that a database still publishes', () => {
  const cve = 'CVE-2026-10002';
  const says = (id: string, fixed: string) =>
    readOsv({
      id,
      affected: [
        {
          package: { ecosystem: 'PyPI', name: 'thing' },
          ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
        },
      ],
    }).assertions.map((assertion) => ({ assertion, sha256: null }));
  const rejection = { source: 'cve_list_v5', id: cve, title: null, severities: [], references: [], rejected: true };
  const factsOf = (version: string, ...found: MatchFacts['found'][]): MatchFacts => ({
    question: { package: 'thing', version, ecosystem: 'PyPI' },
    collection: [],
    issues: [],
    found: found.flat(),
    aliases: [{ id: cve, ids: [cve, 'X-2026-2'] }],
    records: [rejection],
    sources: [{ source: 'osv', state: 'ok' }],
  });
  const stays = [{ id: cve, aliases: ['X-2026-2'], state: 'undecided', reason: 'rejected' }];

  it.each([
    ['2.0', 'unknown', 'unknown', stays],
    ['3.0', 'clean', 'not_affected', []],
  ])('at %s: plan %s, verdict %s, no target', (version, status, verdict, left) => {
    const facts = factsOf(version, says('X-2026-2', '3.0'), says('X-2026-3', '1.0'));

    const plan = planPackage(facts);

    expect(plan).toMatchObject({ status, verdict, target: null, clears: [], stays: left });
    expect(plan.verdict).toBe(matchPackage(facts).verdict);
  });

  it('neither moves the target of other findings nor makes it partial, and counts in the verdict of the target', () => {
    const at = (version: string) => factsOf(version, says('X-2026-2', '3.0'), says('X-2026-3', '2.0'));

    const plan = planPackage(at('1.0'));

    expect(plan).toMatchObject({ status: 'fix', verdict: 'affected', target: '2.0', stays, alternatives: [] });
    expect(plan.clears.map(({ id }) => id)).toEqual(['X-2026-3']);
    expect(plan.atTarget?.verdict).toBe('unknown');
    expect(plan.atTarget?.verdict).toBe(matchPackage(at('2.0')).verdict);
  });

  it('leaves nothing where only records under its own id are left', () => {
    const facts = factsOf('1.0', says(cve, '3.0'), says('X-2026-3', '1.0'));

    expect(planPackage(facts)).toMatchObject({ status: 'clean', verdict: 'not_affected', stays: [] });
  });
});
