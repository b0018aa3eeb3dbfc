import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REPORT_LIMITS } from './model.ts';
import { readReport } from './read-report.ts';

const artifact = (name: string, version: string, purl?: string) => ({
  name,
  version,
  type: 'npm',
  ...(purl && { purl }),
});

const GRYPE = {
  matches: [
    {
      vulnerability: { id: 'GHSA-aaaa-aaaa-aaaa', severity: 'High', fix: { versions: ['2.0.0'], state: 'fixed' } },
      relatedVulnerabilities: [{ id: 'CVE-2026-1001' }],
      matchDetails: [{ type: 'exact-direct-match', matcher: 'javascript-matcher' }],
      artifact: artifact('left', '1.0.0', 'pkg:npm/left@1.0.0?package-id=4f2c'),
    },
    { vulnerability: { id: 'CVE-2026-1002' }, artifact: artifact('worst', '1.0.0') },
    { vulnerability: {}, artifact: artifact('nothing', '1') },
  ],
  ignoredMatches: [
    {
      vulnerability: { id: 'CVE-2026-1003' },
      artifact: artifact('left', '1.0.0', 'pkg:npm/left@1.0.0'),
      appliedIgnoreRules: [{ vulnerability: 'CVE-2026-1003', reason: 'not called' }],
    },
  ],
  descriptor: { name: 'grype', version: '0.99.0' },
};

const TRIVY = {
  SchemaVersion: 2,
  Trivy: { Version: '0.68.0' },
  ArtifactName: '.',
  Results: [
    {
      Target: 'package-lock.json',
      Class: 'lang-pkgs',
      Type: 'npm',
      Packages: [
        { Name: 'left', Version: '1.0.0', Identifier: { PURL: 'pkg:npm/left@1.0.0' } },
        { Name: 'nobody', Version: '1.0.0' },
      ],
      Vulnerabilities: [
        {
          VulnerabilityID: 'CVE-2026-1001',
          VendorIDs: ['GHSA-aaaa-aaaa-aaaa'],
          PkgName: 'left',
          PkgIdentifier: { PURL: 'pkg:npm/left@1.0.0' },
          InstalledVersion: '1.0.0',
        },
      ],
      ExperimentalModifiedFindings: [
        {
          Type: 'vulnerability',
          Status: 'not_affected',
          Finding: { VulnerabilityID: 'CVE-2026-1003', PkgName: 'left', InstalledVersion: '1.0.0' },
        },
        { Type: 'secret', Finding: {} },
      ],
    },
    {
      Target: 'debian',
      Class: 'os-pkgs',
      Type: 'debian',
      Vulnerabilities: [{ VulnerabilityID: 'CVE-2026-7', PkgName: 'bash' }],
    },
  ],
};

const OSV_SCANNER = {
  results: [
    {
      source: { path: '/srv/package-lock.json', type: 'lockfile' },
      packages: [
        {
          package: { name: 'left', version: '1.0.0', ecosystem: 'npm' },
          vulnerabilities: [{ id: 'GHSA-aaaa-aaaa-aaaa', aliases: ['CVE-2026-1001'] }, { id: 'MAL-2026-1' }],
          groups: [
            { ids: ['GHSA-aaaa-aaaa-aaaa'], aliases: ['CVE-2026-1001', 'GHSA-aaaa-aaaa-aaaa'], max_severity: '7.5' },
          ],
        },
        { package: { name: 'nobody', version: '1.0.0', ecosystem: 'npm' } },
        { package: { name: 'own', version: '', ecosystem: '', commit: 'abc' } },
      ],
    },
  ],
};

function read(value: unknown) {
  const { report, problem } = readReport(typeof value === 'string' ? value : JSON.stringify(value));
  return { report, problem };
}

describe('a report', () => {
  it.each([
    ['grype', GRYPE, '0.99.0', 1],
    ['trivy', TRIVY, '0.68.0', 0],
    ['osv-scanner', OSV_SCANNER, null, 0],
  ])('of %s is told by its shape', (scanner, value, version, unreadable) => {
    expect(read(value).report).toMatchObject({ scanner, version, unreadable });
  });

  it.each([
    [
      'grype',
      GRYPE,
      [
        ['pkg:npm/left@1.0.0', ['GHSA-aaaa-aaaa-aaaa', 'CVE-2026-1001'], null],
        [null, ['CVE-2026-1002'], null],
        ['pkg:npm/left@1.0.0', ['CVE-2026-1003'], 'not called'],
      ],
    ],
    [
      'trivy',
      TRIVY,
      [
        ['pkg:npm/left@1.0.0', ['CVE-2026-1001', 'GHSA-aaaa-aaaa-aaaa'], null],
        ['pkg:npm/left@1.0.0', ['CVE-2026-1003'], 'not_affected'],
        [null, ['CVE-2026-7'], null],
      ],
    ],
    [
      'osv-scanner',
      OSV_SCANNER,
      [
        ['pkg:npm/left@1.0.0', ['GHSA-aaaa-aaaa-aaaa', 'CVE-2026-1001'], null],
        ['pkg:npm/left@1.0.0', ['MAL-2026-1'], null],
      ],
    ],
  ])('of %s is read with its aliases and what it ignores', (_name, value, expected) => {
    const found = read(value).report?.findings.map(({ package: { purl }, ids, ignored }) => [purl, ids, ignored]);

    expect(found).toEqual(expected);
  });

  it.each([
    ['grype', GRYPE, ['left', 'worst']],
    ['trivy', TRIVY, ['left', 'nobody', 'bash']],
    ['osv-scanner', OSV_SCANNER, ['left', 'nobody', 'own']],
  ])('of %s names each package once, with findings or without', (_name, value, names) => {
    expect(read(value).report?.packages.map(({ name }) => name)).toEqual(names);
  });

  it('of osv-scanner has the aliases of its records where its groups name none', () => {
    const vulnerabilities = [
      { id: 'GHSA-a', aliases: ['CVE-2026-1'] },
      { id: 'PYSEC-1', aliases: ['CVE-2026-1'] },
    ];
    const groups = [{ ids: ['GHSA-a', 'PYSEC-1'], max_severity: '7.5' }];
    const entry = { package: { name: 'left', version: '1', ecosystem: 'PyPI' }, vulnerabilities, groups };

    const { report } = read({ results: [{ source: {}, packages: [entry] }] });

    expect(report?.findings.map(({ ids }) => ids)).toEqual([['GHSA-a', 'PYSEC-1', 'CVE-2026-1']]);
  });

  it.each([
    ['no JSON', 'NAME  INSTALLED', /not JSON/],
    ['a list', [], /it is not a JSON report from grype, trivy or osv-scanner/],
    ['another document', { bomFormat: 'CycloneDX' }, /it is not a JSON report from grype, trivy or osv-scanner/],
    ['SARIF', { version: '2.1.0', runs: [] }, /it is not a JSON report from grype, trivy or osv-scanner/],
    ['what is nested too deep', '['.repeat(200_000), /nested deeper/],
    ['what is too large', ' '.repeat(21 * 1024 * 1024), /exceeds 20,971,520 characters/],
    [
      'too many findings',
      `{"descriptor":{"name":"grype"},"matches":[${Array(REPORT_LIMITS.findings + 1)
        .fill('{"vulnerability":{"id":"C"},"artifact":{"name":"a"}}')
        .join()}]}`,
      /more than 50,000 findings/,
    ],
  ])('that is %s is refused', (_name, value, words) => {
    expect(read(value)).toEqual({ report: null, problem: expect.stringMatching(words) });
  });

  it('of any other form is refused or read, and never throws', () => {
    const key = fc.constantFrom(
      'matches',
      'results',
      'Results',
      'SchemaVersion',
      'artifact',
      'vulnerability',
      '__proto__',
      'packages',
      'source',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(key, tie('value'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(value, (given) => {
        const reading = readReport(JSON.stringify(given));
        expect(reading.report === null).toBe(reading.problem !== null);
      }),
      { numRuns: 300 },
    );
  });
});
