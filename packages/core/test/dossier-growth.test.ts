import { describe, expect, it } from 'vitest';
import { changesBetween } from '../src/dossier/changes.ts';
import { reconcileCve } from '../src/dossier/dossier.ts';
import type { CveFacts, SourceDocument } from '../src/dossier/facts.ts';
import { primaryOf } from '../src/dossier/primary.ts';
import { advisory, cveList, document, factsWith, nvd } from './dossier-records.ts';

const HOSTILE: readonly [string, (count: number) => Partial<CveFacts>][] = [
  ['a long description', (count) => ({ cveList: cveList({ descriptions: [{ value: 'ab '.repeat(count * 10) }] }) })],
  ['one product over and over', (count) => ({ cveList: cveList({ affected: times(count, (n) => product('p', n)) }) })],
  ['many products', (count) => ({ cveList: cveList({ affected: times(count, (n) => product(`p${n}`, n)) }) })],
  [
    'many references',
    (count) => ({ cveList: cveList({ references: times(count, (n) => ({ url: `https://x/${n}` })) }) }),
  ],
  [
    'many versions',
    (count) => ({ osv: ['GHSA-a', 'GO-1'].map((id) => osv(id, { versions: times(count, (n) => `${n}.0.0`) })) }),
  ],
  [
    'many events',
    (count) => ({
      osv: ['GHSA-a', 'GO-1'].map((id) =>
        osv(id, {
          ranges: [
            {
              type: 'SEMVER',
              events: times(count, (n) => (n % 2 === 0 ? { introduced: `${n}.0.0` } : { fixed: `${n}.0.0` })),
            },
          ],
        }),
      ),
    }),
  ],
  [
    'many patched versions of one package',
    (count) => ({
      advisories: [
        advisory('GHSA-a', {
          vulnerabilities: times(count, (n) => ({
            package: { ecosystem: 'npm', name: 'thing' },
            vulnerable_version_range: `< ${n}.0.0`,
            first_patched_version: `${n}.0.0`,
          })),
        }),
      ],
    }),
  ],
  [
    'many metrics',
    (count) => ({
      nvd: nvd({
        metrics: { cvssMetricV31: times(count, (n) => ({ source: 'nvd@nist.gov', cvssData: { baseScore: n % 10 } })) },
      }),
    }),
  ],
];

describe('ten times as much takes at most thirty times as long', () => {
  it.each(HOSTILE)('%s', (_, make) => {
    const [small, large] = [2_000, 20_000].map((count) => factsWith(make(count)));

    expect(ratioOf(small, large)).toBeLessThanOrEqual(30);
  });
});

/** Collecting garbage of the run before, or a busy machine, may spoil one measurement, not three. */
function ratioOf(small: CveFacts | undefined, large: CveFacts | undefined): number {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least > 15; attempt += 1) {
    const longer = spent(large);
    least = Math.min(least, longer < 20 ? 0 : longer / Math.max(spent(small), 1));
  }
  return least;
}

function spent(facts: CveFacts | undefined): number {
  if (facts === undefined) return 0;
  const records = [facts.cveList, facts.nvd, ...facts.osv, ...facts.advisories].filter((record) => record !== null);
  const before = process.cpuUsage();
  reconcileCve(facts, []);
  primaryOf(facts);
  for (const record of records) changesBetween(record.source, record.key, { value: {} }, record);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function product(name: string, n: number): object {
  return {
    vendor: 'acme',
    product: name,
    versions: [{ version: `${n}.0`, lessThan: `${n}.5`, status: 'affected', versionType: 'semver' }],
  };
}

function osv(id: string, affected: object): SourceDocument {
  return document('osv', id, { affected: [{ package: { ecosystem: 'npm', name: 'thing' }, ...affected }] });
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
