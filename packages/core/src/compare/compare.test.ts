import { describe, expect, it } from 'vitest';
import type { Finding } from '../sbom/findings.ts';
import { compareReport } from './compare.ts';
import type { JudgedPackage, Knowledge } from './knowledge.ts';
import type { ReportedFinding, ScannerReport } from './model.ts';

const LEFT = { name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' };
const NAMELESS = { ...LEFT, purl: null };
const OTHER = { name: 'other', version: '1.0.0', purl: 'pkg:npm/other@1.0.0' };

const OURS: Finding = {
  id: 'CVE-2026-1001',
  aliases: ['GHSA-aaaa-aaaa-aaaa'],
  confidence: 'high',
  status: 'affected',
  severity: 'high',
  title: null,
  affectedVersions: '< 2.0.0',
  fixedIn: '2.0.0',
  sources: ['osv'],
  records: [{ source: 'osv', id: 'GHSA-aaaa-aaaa-aaaa', sha256: null }],
};

function judged(findings: readonly Finding[], given: Partial<JudgedPackage> = {}): JudgedPackage {
  const verdict = findings.some(({ status }) => status === 'affected')
    ? ('affected' as const)
    : ('not_affected' as const);
  const outcome = { verdict, reason: 'Checked.', unknownReasons: [], findings, more: 0, advice: null };
  return { outcome, cleared: new Map(), isComplete: true, ...given };
}

function report(findings: readonly ReportedFinding[], given: Partial<ScannerReport> = {}): ScannerReport {
  return { scanner: 'grype', version: null, findings, packages: [LEFT], unreadable: 0, ...given };
}

const known = (one: JudgedPackage, records: Knowledge['records'] = new Map()): Knowledge => ({
  packages: new Map([[LEFT.purl, one]]),
  records,
});
const theirs = (...ids: string[]): ReportedFinding => ({ package: LEFT, ids, ignored: null });

describe('a comparison', () => {
  it('takes all ids of one vulnerability for one, whichever the report leads with', () => {
    const rows = compareReport(report([theirs('GHSA-aaaa-aaaa-aaaa'), theirs('cve-2026-1001')]), known(judged([OURS])));

    expect(rows.map(({ cause, id }) => [cause, id])).toEqual([['agree', 'CVE-2026-1001']]);
  });

  it('says where only the aliases tell that both mean the same', () => {
    const rows = compareReport(report([theirs('GHSA-aaaa-aaaa-aaaa')]), known(judged([OURS])));

    expect(rows).toMatchObject([
      { cause: 'agree_by_alias', why: expect.stringMatching(/as GHSA-aaaa.*OSV GHSA.*fixed in 2\.0\.0/) },
    ]);
  });

  it('names the record and the bound that exclude the version', () => {
    const clearance = {
      id: 'CVE-2026-1',
      source: 'osv',
      record: 'GHSA-b',
      reason: 'outside',
      bound: 'fixed 0.9',
      staleIssues: [],
    };
    const cleared = new Map([['cve-2026-1', clearance]]);

    const rows = compareReport(report([theirs('CVE-2026-1')]), known(judged([], { cleared })));

    expect(rows).toMatchObject([
      { cause: 'version_excluded', why: expect.stringMatching(/^OSV GHSA-b: .*fixed in 0\.9/) },
    ]);
  });

  it('does not call a record about the package one about others', () => {
    const records = new Map([['cve-2026-2', { status: 'published' as const, packages: ['PyPI left', 'npm left'] }]]);

    const rows = compareReport(report([theirs('CVE-2026-2')]), known(judged([]), records));

    expect(rows).toMatchObject([
      { cause: 'version_excluded', why: 'Its records about npm left exclude this version.' },
    ]);
  });

  it('names the packages that the records are about', () => {
    const records = new Map([['cve-2026-2', { status: 'published' as const, packages: ['PyPI left'] }]]);

    const rows = compareReport(report([theirs('CVE-2026-2')]), known(judged([]), records));

    expect(rows).toMatchObject([{ cause: 'other_package', why: 'They name PyPI left.' }]);
  });

  it.each([
    [
      'a package that was not asked about',
      report([{ ...theirs('CVE-1'), package: OTHER }], { packages: [OTHER] }),
      'not_asked',
    ],
    [
      'a package without a URL',
      report([{ ...theirs('CVE-1'), package: NAMELESS }], { packages: [NAMELESS] }),
      'no_purl',
    ],
    ['a package of which not all was read', report([theirs('CVE-1')]), 'undecided'],
  ])('leaves %s open', (_name, given, cause) => {
    const rows = compareReport(given, known(judged([], { isComplete: false })));

    expect(rows.map((row) => row.cause)).toEqual([cause]);
  });

  it('tells what only Almanac finds, by whom it is said', () => {
    const elsewhere = [{ ...theirs('CVE-2026-1001'), package: OTHER }];
    const nvd = judged([{ ...OURS, sources: ['nvd'] }]);

    const causes = [
      compareReport(report([]), known(judged([OURS]))),
      compareReport(report([], { scanner: 'osv-scanner' }), known(nvd)),
      compareReport(report([]), known(nvd)),
      compareReport(report(elsewhere), known(judged([OURS]))),
    ].map((rows) => rows.map(({ cause }) => cause));

    expect(causes).toEqual([['not_in_report'], ['source_not_read'], ['not_in_report'], ['elsewhere_in_report']]);
  });

  it('does not count as a difference what Almanac holds possible alone', () => {
    const possible = { ...OURS, status: 'possible' } as const;

    expect(compareReport(report([]), known(judged([possible])))).toEqual([]);
    expect(compareReport(report([theirs('CVE-2026-1001')]), known(judged([possible])))).toMatchObject([
      { cause: 'possible' },
    ]);
  });
});
