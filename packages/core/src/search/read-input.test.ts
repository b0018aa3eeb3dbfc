import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSearchInput } from './read-input.ts';
import type { SearchInput } from './search-input.ts';

const cve = (id = 'CVE-2021-44228'): SearchInput => ({ kind: 'cve', id });
const advisory = (id: string): SearchInput => ({ kind: 'advisory', id });
const weakness = (id: string): SearchInput => ({ kind: 'weakness', id });
const issue = (number: number): SearchInput => ({ kind: 'issue', number });
const one = (name: string, version: string | null = null, ecosystem: string | null = null): SearchInput => ({
  kind: 'package',
  ecosystem,
  name,
  version,
});
const words = (text: string): SearchInput => ({ kind: 'words', text });

const LOG4J = 'org.apache.logging.log4j:log4j-core';

describe('what somebody types', () => {
  it.each<[string, SearchInput]>([
    ['', { kind: 'empty' }],
    [' \t ', { kind: 'empty' }],
    ['CVE-2021-44228', cve()],
    ['  cve-2021-44228\n', cve()],
    ['2021-44228', cve()],
    ['cve 2021 44228', cve()],
    ['cve2021-44228', cve()],
    ['CVE_2021_44228', cve()],
    ['CVE:2021-44228', cve()],
    ['CVE\u20112021\u201144228', cve()],
    ['CVE–2021–44228', cve()],
    ['CVE\u22122021\u221244228', cve()],
    ['CVE-2021-\u00ad44228', cve()],
    ['https://nvd.nist.gov/vuln/detail/CVE-2021-44228', cve()],
    ['nvd.nist.gov/vuln/detail/cve-2021-44228', cve()],
    ['https://www.cve.org/CVERecord?id=CVE-2021-44228', cve()],
    ['https://cve.mitre.org/cgi-bin/cvename.cgi?name=CVE-2021-44228', cve()],
    ['https://osv.dev/vulnerability/CVE-2021-44228', cve()],
    ['https://security-tracker.debian.org/tracker/CVE-2021-44228', cve()],
    ['http://127.0.0.1:8080/CVE-2021-44228?at=2021-12-11', cve()],
    ['http://localhost:8080/CVE-2021-44228', cve()],
    [
      'https://example.org/CVE-2021-44228/and/CVE-2021-45046',
      words('https://example.org/CVE-2021-44228/and/CVE-2021-45046'),
    ],
    ['https://example.org/about', words('https://example.org/about')],
    ['GHSA-jfh8-c2jp-5v3q', advisory('GHSA-jfh8-c2jp-5v3q')],
    ['ghsa-JFH8-c2jp-5v3q', advisory('GHSA-jfh8-c2jp-5v3q')],
    ['ghsa jfh8 c2jp 5v3q', advisory('GHSA-jfh8-c2jp-5v3q')],
    ['https://github.com/advisories/GHSA-jfh8-c2jp-5v3q', advisory('GHSA-jfh8-c2jp-5v3q')],
    [
      'https://github.com/apache/logging-log4j2/security/advisories/GHSA-jfh8-c2jp-5v3q',
      advisory('GHSA-jfh8-c2jp-5v3q'),
    ],
    ['https://osv.dev/vulnerability/DEBIAN-CVE-2024-3094', advisory('DEBIAN-CVE-2024-3094')],
    ['https://rustsec.org/advisories/RUSTSEC-2022-0013.html', advisory('RUSTSEC-2022-0013')],
    ['https://pkg.go.dev/vuln/GO-2023-2102', advisory('GO-2023-2102')],
    ['go-2023-2102', advisory('GO-2023-2102')],
    ['pysec-2023-74', advisory('PYSEC-2023-74')],
    ['RHSA-2024:1234', advisory('RHSA-2024:1234')],
    ['SNYK-JS-LODASH-567746', advisory('SNYK-JS-LODASH-567746')],
    ['go-getter', words('go-getter')],
    ['path-traversal', words('path-traversal')],
    ['CWE-79', weakness('CWE-79')],
    ['cwe 79', weakness('CWE-79')],
    ['cwe079', weakness('CWE-79')],
    ['https://cwe.mitre.org/data/definitions/79.html', weakness('CWE-79')],
    ['#408505', issue(408_505)],
    ['# 408505', issue(408_505)],
    ['issue 408505', issue(408_505)],
    ['issue #408505', issue(408_505)],
    ['nixpkgs#408505', issue(408_505)],
    ['https://github.com/NixOS/nixpkgs/issues/408505', issue(408_505)],
    ['github.com/nixos/nixpkgs/pull/408505/files', issue(408_505)],
    ['408505', words('408505')],
    ['#0', words('#0')],
    ['pkg:npm/lodash@4.17.20', one('lodash', '4.17.20', 'npm')],
    ['pkg:npm/%40angular/core', one('@angular/core', null, 'npm')],
    ['PKG:maven/org.apache.logging.log4j/log4j-core@2.14.1', one(LOG4J, '2.14.1', 'Maven')],
    ['pkg:deb/debian/xz-utils@5.6.0-0.2?distro=sid', one('xz-utils', '5.6.0-0.2', 'Debian:sid')],
    ['pkg:nix/curl@8.14.1', one('curl', '8.14.1')],
    ['pkg:', words('pkg:')],
    ['lodash@4.17.20', one('lodash', '4.17.20')],
    ['@angular/core@12.0.0', one('@angular/core', '12.0.0')],
    ['golang.org/x/crypto@v0.17.0', one('golang.org/x/crypto', 'v0.17.0')],
    ['requests==2.30.0', one('requests', '2.30.0')],
    [`${LOG4J}:2.14.1`, one(LOG4J, '2.14.1')],
    ['https://www.npmjs.com/package/lodash/v/4.17.20', one('lodash', '4.17.20', 'npm')],
    ['https://www.npmjs.com/package/@angular/core', one('@angular/core', null, 'npm')],
    ['https://pypi.org/project/requests/2.30.0/', one('requests', '2.30.0', 'PyPI')],
    ['https://crates.io/crates/regex', one('regex', null, 'crates.io')],
    ['somebody@example.org', words('somebody@example.org')],
    ['@angular/core', words('@angular/core')],
    ['log4j', words('log4j')],
    ['"CVE-2021-44228"', words('"CVE-2021-44228"')],
    ['is CVE-2021-44228 exploited?', words('is CVE-2021-44228 exploited?')],
    ['CVE-2021-44228 CVE-2021-45046', words('CVE-2021-44228 CVE-2021-45046')],
    ['cross site scripting', words('cross site scripting')],
    ['openssl 3.0.7', words('openssl 3.0.7')],
    ['x'.repeat(501), words('x'.repeat(501))],
  ])('%s', (typed, expected) => {
    expect(readSearchInput(typed)).toEqual(expected);
  });

  it('is always something, and never takes long', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (typed) => {
        expect(readSearchInput(typed).kind).toMatch(/^(?:empty|cve|advisory|weakness|issue|package|words)$/);
      }),
    );
  });
});
