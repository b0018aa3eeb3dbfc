import { describe, expect, it } from 'vitest';
import { advisory, cveList, document, nvd, osv } from '../../test/dossier-records.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import { affectedPackages } from './affected-packages.ts';
import type { SourceDocument } from './facts.ts';
import { packageClaims } from './package-claims.ts';

function packagesOf(...documents: readonly SourceDocument[]) {
  return affectedPackages(claimsOf(...documents)).packages;
}

function claimsOf(...documents: readonly SourceDocument[]) {
  return documents.map(readVulnerabilityRecord).flatMap(packageClaims);
}

function product(versions: readonly object[], beside: object = {}): SourceDocument {
  return cveList({ affected: [{ vendor: 'acme', product: 'thing', versions, ...beside }] });
}

describe('affectedPackages', () => {
  it('says what, where, in words and events, and who says so', () => {
    expect(packagesOf(osv('GHSA-a'))).toEqual([
      {
        ecosystem: 'npm',
        vendor: null,
        name: 'thing',
        purl: 'pkg:npm/thing',
        ranges: [
          {
            status: 'affected',
            words: 'every version up to but not including 1.2.0',
            events: [
              { type: 'introduced', version: '0' },
              { type: 'fixed', version: '1.2.0' },
            ],
          },
        ],
        fixedIn: ['1.2.0'],
        fixCommits: [],
        source: 'osv',
        kind: 'package',
        isSubject: false,
        rebuild: false,
        records: ['GHSA-a'],
        otherwise: 'unaffected',
      },
    ]);
  });

  it('joins the records of one source about one package, and keeps sources apart', () => {
    const found = packagesOf(
      osv('GO-1'),
      osv('GHSA-a', [{ introduced: '0' }, { fixed: '1.10.0' }]),
      advisory('GHSA-a'),
    );

    expect(found.map(({ source, fixedIn, records }) => [source, fixedIn, records])).toEqual([
      ['advisory', ['1.2.0'], ['GHSA-a']],
      ['osv', ['1.2.0', '1.10.0'], ['GHSA-a', 'GO-1']],
    ]);
  });

  it.each<[string, SourceDocument, readonly string[]]>([
    [
      'the end of a range',
      product([{ version: '1.0', lessThan: '1.2', status: 'affected', versionType: 'semver' }]),
      ['1.2'],
    ],
    ['no end that is affected itself', product([{ version: '1.0', lessThanOrEqual: '1.2', status: 'affected' }]), []],
    ['no end of a line', product([{ version: '1.0', lessThan: '1.*', status: 'affected' }]), []],
    [
      // CVE-2024-23897: Jenkins says "all but these".
      'where an unaffected range begins, when all else is affected',
      product(
        [
          { version: '0', lessThan: '1.606', status: 'unaffected', versionType: 'maven' },
          { version: '2.442', lessThan: '*', status: 'unaffected', versionType: 'maven' },
          { version: '2.426.3', lessThan: '2.426.*', status: 'unaffected', versionType: 'maven' },
        ],
        { defaultStatus: 'affected' },
      ),
      ['2.426.3', '2.442'],
    ],
    [
      'no beginning of an unaffected range otherwise',
      product([{ version: '2.0', lessThan: '*', status: 'unaffected' }]),
      [],
    ],
    [
      'each fix once',
      osv('GHSA-a', [{ introduced: '0' }, { fixed: '1.2.0' }, { introduced: '1.3.0' }, { fixed: '1.3.1' }]),
      ['1.2.0', '1.3.1'],
    ],
    [
      'what an advisory calls patched beside an inclusive range',
      advisory('GHSA-a', {
        vulnerabilities: [
          {
            package: { ecosystem: 'npm', name: 'thing' },
            vulnerable_version_range: '<= 1.1.9',
            first_patched_version: { identifier: '1.2.0' },
          },
        ],
      }),
      ['1.2.0'],
    ],
  ])('takes for a fix %s', (_, given, fixedIn) => {
    expect(packagesOf(given)[0]?.fixedIn).toEqual(fixedIn);
  });

  it('keeps commits apart from versions', () => {
    const ranges = [
      { type: 'GIT', repo: 'https://example.org/x', events: [{ introduced: '0' }, { fixed: 'f'.repeat(40) }] },
    ];
    const record = document('osv', 'OSV-1', { affected: [{ package: { ecosystem: 'npm', name: 'thing' }, ranges }] });

    expect(packagesOf(record)[0]).toMatchObject({ fixedIn: [], fixCommits: ['f'.repeat(40)] });
  });

  it('leaves out a product that is named as unaffected, and one that has no name', () => {
    // CVE-2024-3094 names Red Hat's xz only to say that it is unaffected.
    const spared = { vendor: 'Red Hat', product: 'xz', defaultStatus: 'unaffected' };
    const nameless = { vendor: 'n/a', product: 'n/a', versions: [{ version: 'n/a', status: 'affected' }] };
    const hit = { product: 'xz', versions: [{ version: '5.6.0', status: 'affected' }], defaultStatus: 'unaffected' };

    const found = packagesOf(cveList({ affected: [spared, nameless, hit] }));

    expect(found.map(({ vendor, name }) => [vendor, name])).toEqual([[null, 'xz']]);
  });

  it.each([
    ['unaffected', ['affected']],
    ['unknown', ['affected']],
    ['affected', ['affected', 'unaffected']],
  ])('names what is not affected only as an exception: by default %s', (defaultStatus, statuses) => {
    const versions = [
      { version: '1.0', status: 'affected' },
      { version: '2.0', status: 'unaffected' },
    ];

    const [found] = packagesOf(product(versions, { defaultStatus }));

    expect(found?.ranges.map(({ status }) => status)).toEqual(statuses);
  });

  it('keeps a package that is named without any version', () => {
    const record = document('osv', 'X-1', { affected: [{ package: { ecosystem: 'npm', name: 'thing' } }] });

    expect(packagesOf(record)).toHaveLength(1);
  });

  it('puts the software that the CVE is about first, and builds of it last', () => {
    const configurations = [
      {
        nodes: [
          {
            cpeMatch: ['acme:thing:1.0', 'other:device:2.0'].map((name) => ({
              criteria: `cpe:2.3:a:${name}:*:*:*:*:*:*:*`,
            })),
          },
        ],
      },
    ];
    const about = (id: string, ecosystem: string, name: string) =>
      document('osv', id, { affected: [{ package: { ecosystem, name } }] });

    const found = packagesOf(
      about('ALPINE-1', 'Alpine:v3.20', 'thing'),
      about('JLSEC-1', 'Julia', 'thing_jll'),
      about('BIT-thing-1', 'Bitnami', 'thing'),
      about('GHSA-b', 'SwiftURL', 'github.com/apple/swift-thing'),
      nvd({ configurations }),
      osv('GHSA-a'),
      product([]),
    );

    expect(found.map(({ source, kind, isSubject, name }) => [source, kind, isSubject, name])).toEqual([
      ['cve_list_v5', 'product', true, 'thing'],
      ['nvd', 'product', true, 'thing'],
      ['osv', 'package', true, 'thing'],
      ['osv', 'package', false, 'github.com/apple/swift-thing'],
      ['nvd', 'product', false, 'device'],
      ['osv', 'repackaging', false, 'thing_jll'],
      ['osv', 'repackaging', false, 'thing'],
      ['osv', 'build', false, 'thing'],
    ]);
  });

  it('takes no product for the subject where NVD alone lists a great many', () => {
    const cpeMatch = Array.from({ length: 12 }, (_, number) => ({
      criteria: `cpe:2.3:a:acme:thing${number}:1.0:*:*:*:*:*:*:*`,
    }));

    const found = packagesOf(nvd({ configurations: [{ nodes: [{ cpeMatch }] }] }));

    expect(found.some(({ isSubject }) => isSubject)).toBe(false);
  });

  it('counts what it does not show', () => {
    const affected = Array.from({ length: 250 }, (_, number) => ({
      package: { ecosystem: 'npm', name: `p${number}` },
    }));

    const found = affectedPackages(claimsOf(document('osv', 'X-1', { affected })));

    expect([found.packages.length, found.truncated]).toEqual([200, 50]);
  });
});
