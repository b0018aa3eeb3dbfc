import { expect, it } from 'vitest';
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
