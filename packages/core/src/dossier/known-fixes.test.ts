import { describe, expect, it } from 'vitest';
import { cveList, document, nvd, osv } from '../../test/dossier-records.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import { affectedPackages } from './affected-packages.ts';
import type { SourceDocument } from './facts.ts';
import { type FixState, knownFixes } from './known-fixes.ts';
import { packageClaims } from './package-claims.ts';

function fixesOf(...documents: readonly SourceDocument[]) {
  return knownFixes(affectedPackages(documents.map(readVulnerabilityRecord).flatMap(packageClaims)).packages);
}

const product = (version: object) =>
  cveList({ affected: [{ vendor: 'acme', product: 'Thing', versions: [{ status: 'affected', ...version }] }] });
const fixedProduct = product({ version: '0', lessThan: '1.2.0', versionType: 'semver' });
const openProduct = product({ version: '1.0' });
const about = (id: string, ecosystem: string, name: string, fixed: string) =>
  document('osv', id, {
    affected: [
      {
        package: { ecosystem, name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }],
      },
    ],
  });
const jll = about('JLSEC-1', 'Julia', 'Thing_jll', '1.3.0+0');
const alpine = about('ALPINE-1', 'Alpine:v3.20', 'thing', '1.2.0-r0');
const swift = about('GHSA-b', 'SwiftURL', 'github.com/apple/swift-thing', '9.0.0');
const commit = document('osv', 'OSV-1', {
  affected: [
    {
      package: { ecosystem: 'npm', name: 'thing' },
      ranges: [{ type: 'GIT', events: [{ introduced: '0' }, { fixed: 'f'.repeat(40) }] }],
    },
  ],
});

describe('knownFixes', () => {
  it.each<[FixState, string, readonly SourceDocument[], readonly string[]]>([
    [
      'subject',
      'the product first',
      [jll, alpine, swift, fixedProduct],
      ['Thing', 'github.com/apple/swift-thing', 'Thing_jll', 'thing'],
    ],
    [
      'subject',
      'the package of its name',
      [openProduct, swift, osv('GHSA-a')],
      ['thing', 'github.com/apple/swift-thing'],
    ],
    ['other', 'somebody else’s package', [openProduct, swift], ['github.com/apple/swift-thing']],
    ['builds_only', 'a repackaging before a build', [openProduct, alpine, jll], ['Thing_jll', 'thing']],
    ['commit', 'no version', [commit], []],
    ['none', 'nothing', [openProduct], []],
  ])('%s: %s', (state, _, documents, names) => {
    const found = fixesOf(...documents);

    expect(found.state).toBe(state);
    expect(found.versions.map(({ name }) => name)).toEqual(names);
  });

  it('names a version of a subject once, however many say so, and what it is a version of', () => {
    const criteria = 'cpe:2.3:a:acme:thing:*:*:*:*:*:*:*:*';
    const cpeMatch = [{ criteria, vulnerable: true, versionEndExcluding: '1.2.0' }];

    const found = fixesOf(
      fixedProduct,
      nvd({ configurations: [{ nodes: [{ cpeMatch }] }] }),
      osv('GHSA-a'),
      osv('GO-1'),
    );

    expect(found.versions).toEqual([
      {
        ecosystem: null,
        vendor: 'acme',
        name: 'Thing',
        purl: null,
        kind: 'product',
        version: '1.2.0',
        source: 'cve_list_v5',
      },
      {
        ecosystem: 'npm',
        vendor: null,
        name: 'thing',
        purl: 'pkg:npm/thing',
        kind: 'package',
        version: '1.2.0',
        source: 'osv',
      },
    ]);
  });
});
