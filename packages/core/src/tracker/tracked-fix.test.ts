import { describe, expect, it } from 'vitest';
import type { CollectionFact, RecordFact } from '../matching/facts.ts';
import { readCve } from '../ranges/cve.ts';
import type { Assertion } from '../ranges/model.ts';
import { readOsv } from '../ranges/osv.ts';
import { trackedFix } from './tracked-fix.ts';

const CVE = 'CVE-2026-0001';
const OTHER = 'CVE-2026-0002';

/** The CVE's own record, about products of one name each. */
function product(vendor: string, name: string, fixed = '2.0', cve = CVE): readonly Assertion[] {
  const versions = [{ version: '0', lessThan: fixed, status: 'affected', versionType: 'semver' }];
  return readCve({
    cveMetadata: { cveId: cve },
    containers: { cna: { affected: [{ vendor, product: name, versions }] } },
  }).assertions;
}

function osv(ecosystem: string, name: string, fixed = '3.0', id = 'X-2026-1'): readonly Assertion[] {
  const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }];
  return readOsv({ id, aliases: [CVE], affected: [{ package: { ecosystem, name }, ranges }] }).assertions;
}

function entry(attribute: string, homepage: string | null = null): CollectionFact {
  return {
    attribute,
    pname: null,
    channel: 'nixos-unstable',
    version: '1.0',
    ecosystem: null,
    ecosystemName: null,
    cpes: [],
    purls: [],
    makers: [],
    homepage,
    knownVulnerabilities: [],
    patched: [],
  };
}

const GO = entry('vault', 'https://github.com/hashicorp/vault');
const PYTHON = {
  ...entry('python313Packages.flask-caching'),
  ecosystem: 'PyPI',
  ecosystemName: 'flask-caching',
};
const PYTHON_REDIS = { ...entry('python313Packages.redis'), ecosystem: 'PyPI', ecosystemName: 'redis' };

function fixOf(
  entries: readonly CollectionFact[],
  assertions: readonly Assertion[],
  cves: readonly string[] = [CVE],
  records: readonly RecordFact[] = [],
) {
  const issue = {
    number: 1,
    title: 'an issue',
    url: 'https://example.org/1',
    state: 'open' as const,
    createdAt: '2026-02-01T00:00:00.000Z',
    cves,
    relatedCves: [],
    packages: entries.map(({ attribute }) => attribute),
  };
  const found = assertions.map((assertion) => ({ assertion, sha256: null }));
  const statements = new Map([CVE, OTHER].map((cve) => [cve, found.filter(({ assertion }) => isOf(assertion, cve))]));
  const collection = new Map(entries.map((each) => [each.attribute, [each]]));
  return trackedFix(issue, { statements, records: new Map([[CVE, records]]), collection });
}

function isOf({ record }: Assertion, cve: string): boolean {
  return record.id === cve || (cve === CVE && !record.id.startsWith('CVE-'));
}

describe('the fixed version of an issue', () => {
  it.each<[string, readonly CollectionFact[], readonly Assertion[], string | null]>([
    ['that of the product', [entry('nghttp2')], product('nghttp2', 'nghttp2'), '2.0'],
    ['that of the product with its vendor', [entry('tomcat')], product('Apache', 'Apache Tomcat'), '2.0'],
    ['not that of another product', [entry('nghttp2')], product('jenkins', 'Jenkins'), null],
    ['not that of a product of a similar name', [entry('cups-browsed')], product('cups', 'cups'), null],
    ['not that of another package', [entry('nghttp2')], osv('SwiftURL', 'github.com/apple/swift-nio-http2'), null],
    ['that of its module', [GO], osv('Go', 'github.com/hashicorp/vault'), '3.0'],
    ['not that of a repackaging with numbers of its own', [entry('nghttp2')], osv('Julia', 'nghttp2_jll'), null],
    ['that of a repackaging with upstream’s numbers', [entry('redis')], osv('Bitnami', 'redis'), '3.0'],
    [
      'that of the product before that of a repackaging',
      [entry('redis')],
      [...osv('Bitnami', 'redis'), ...product('redis', 'redis')],
      '2.0',
    ],
    ['not that of a build', [entry('nghttp2')], osv('Alpine:v3.20', 'nghttp2'), null],
    ['that of the package of its language', [PYTHON], osv('PyPI', 'Flask_Caching'), '3.0'],
    ['not that of another language', [PYTHON_REDIS], osv('npm', 'redis'), null],
    ['that of one of several packages', [entry('curl'), entry('nghttp2')], product('nghttp2', 'nghttp2'), '2.0'],
    ['that of the CVE’s own product where no package is named', [], product('nghttp2', 'nghttp2'), '2.0'],
    ['the latest of several such', [], [...product('a', 'a', '2.0'), ...product('b', 'b', '10.0')], '10.0'],
    ['not that of a package where none is named', [], osv('Go', 'golang.org/x/net'), null],
    ['none where nothing is stated', [entry('nghttp2')], [], null],
  ])('is %s', (_name, entries, assertions, expected) => {
    expect(fixOf(entries, assertions)?.version ?? null).toBe(expected);
  });

  it.each<[string, string, string | null]>([
    ['is not that of an app for another system', 'iphone_os', null],
    ['is that of a product of the same system', 'linux', '2.0'],
  ])('%s, which only the record tells', (_name, target, expected) => {
    const nothing = { title: null, severities: [], references: [], rejected: false };
    const record = { source: 'cve_list_v5', id: CVE, ...nothing, targets: [{ product: 'firefox', target }] };

    const fix = fixOf([entry('firefox')], product('mozilla', 'firefox'), [CVE], [record]);

    expect(fix?.version ?? null).toBe(expected);
  });

  it('names the CVE, the record and the subject', () => {
    const found = fixOf([entry('nghttp2')], product('nghttp2', 'nghttp2', '2.0', OTHER), [CVE, OTHER]);

    expect(found).toMatchObject({
      cve: OTHER,
      source: 'cve_list_v5',
      record: OTHER,
      subject: { ecosystem: null, name: 'nghttp2' },
    });
  });
});
