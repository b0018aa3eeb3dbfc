import { readAdvisory } from '../src/ranges/advisory.ts';
import { readCve } from '../src/ranges/cve.ts';
import { evaluate } from '../src/ranges/evaluate.ts';
import type { Assertion, Reading } from '../src/ranges/model.ts';
import { readNvd } from '../src/ranges/nvd.ts';
import { readOsv } from '../src/ranges/osv.ts';
import { readPhrase } from '../src/ranges/phrase.ts';

const LENGTH = 300;

/** Evaluations a second for each version scheme, records and sentences read a second for each parser; printed as a table. */
export async function benchRanges(): Promise<void> {
  console.log('evaluations a second: one range, a range of 40 events, a list of 100 versions');
  for (const [ecosystem, suffix] of ECOSYSTEMS) {
    const version = `20.5.0${suffix}`;
    const shapes = [osv(ecosystem, events(1)), osv(ecosystem, events(20)), osv(ecosystem, [], versions(suffix))];
    const rates = shapes.map((record) => rateOf(() => evaluate(first(readOsv(record)), { version })));
    const asserted = shapes.map((record) => first(readOsv(record)));
    const bare = asserted.map((assertion) => rateOf(() => evaluate(assertion, { version })));
    console.log(`  ${ecosystem.padEnd(14)} ${columns(bare)}   with reading ${columns(rates)}`);
    await breath();
  }
  console.log('records read a second');
  for (const [name, read] of READERS) {
    console.log(`  ${name.padEnd(40)} ${columns([rateOf(read)])}`);
    await breath();
  }
}

const ECOSYSTEMS: readonly (readonly [string, string])[] = [
  ['npm', ''],
  ['Go', '-rc.1'],
  ['PyPI', 'rc1'],
  ['Maven', '-alpha-1'],
  ['Debian:12', '-1+deb12u1'],
  ['AlmaLinux:9', '-1.el9'],
  ['Alpine:v3.20', '-r1'],
  ['RubyGems', '.rc1'],
  ['NuGet', '-preview.1'],
  ['Packagist', '-RC1'],
  ['CRAN', ''],
  ['Hackage', ''],
];

const READERS: readonly (readonly [string, () => unknown])[] = [
  ['OSV, one range', () => readOsv(osv('npm', events(1)))],
  ['OSV, 40 events', () => readOsv(osv('npm', events(20)))],
  [
    'CVE, three ranges',
    () =>
      readCve(cve(['1.0', '2.0', '3.0'].map((version) => ({ version, lessThan: `${version}.9`, status: 'affected' })))),
  ],
  [
    'CVE, three sentences',
    () =>
      readCve(
        cve(['< 1.2.3', '2.0 through 2.5', '3.1 and earlier'].map((version) => ({ version, status: 'affected' }))),
      ),
  ],
  ['CVE, 500 versions', () => readCve(MANY)],
  ['advisory, two ranges', () => readAdvisory(ADVISORY)],
  ['NVD, three matches', () => readNvd(NVD)],
  ['a sentence', () => readPhrase('firmware versions 21.15.7 and later but prior to 21.15.9')],
];

function events(pairs: number): object[] {
  return Array.from({ length: pairs }, (_, index) => [
    { introduced: `${index + 1}.0.0` },
    { fixed: `${index + 1}.6.0` },
  ]).flat();
}

function versions(suffix: string): string[] {
  return Array.from({ length: 100 }, (_, index) => `${index}.1.0${suffix}`);
}

function osv(ecosystem: string, events: object[], versions: string[] = []): object {
  const ranges = events.length === 0 ? [] : [{ type: 'ECOSYSTEM', events }];
  return { id: 'X-1', affected: [{ package: { ecosystem, name: 'p' }, ranges, versions }] };
}

function cve(versions: object[]): object {
  const affected = [{ vendor: 'v', product: 'p', defaultStatus: 'unaffected', versions }];
  return { cveMetadata: { cveId: 'CVE-2024-1' }, containers: { cna: { affected } } };
}

const MANY = cve(Array.from({ length: 500 }, (_, index) => ({ version: `12.${index}(1)SE`, status: 'affected' })));

const ADVISORY = {
  ghsa_id: 'GHSA-0000-0000-0000',
  vulnerabilities: ['< 1.2.3', '>= 2.0.0, < 2.5.0'].map((vulnerable_version_range) => ({
    package: { ecosystem: 'npm', name: 'p' },
    vulnerable_version_range,
  })),
};

const ANVIL = 'cpe:2.3:a:acme:anvil';
const NVD = {
  id: 'CVE-2024-1',
  configurations: [
    {
      nodes: [
        {
          operator: 'OR',
          cpeMatch: [
            { vulnerable: true, criteria: `${ANVIL}:1.0:*:*:*:*:*:*:*` },
            { vulnerable: true, criteria: `${ANVIL}:1.1:*:*:*:*:*:*:*` },
            { vulnerable: true, criteria: `${ANVIL}:*:*:*:*:*:*:*:*`, versionEndExcluding: '0.9' },
          ],
        },
      ],
    },
  ],
};

function first(reading: Reading): Assertion {
  const [assertion] = reading.assertions;
  if (assertion === undefined) throw new Error('the record of the benchmark names no package');
  return assertion;
}

/** Runs a second for the best of three rounds, after one to warm up. */
function rateOf(run: () => unknown): number {
  let best = 0;
  for (let round = 0; round < 4; round += 1) {
    const start = performance.now();
    let count = 0;
    while (performance.now() - start < LENGTH / 4) {
      for (let inner = 0; inner < 50; inner += 1) run();
      count += 50;
    }
    if (round > 0) best = Math.max(best, (1000 * count) / (performance.now() - start));
  }
  return best;
}

function columns(rates: readonly number[]): string {
  return rates.map((rate) => Math.round(rate).toLocaleString('en').padStart(10)).join(' ');
}

/** Lets other work of the process go on between two rows. */
function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
