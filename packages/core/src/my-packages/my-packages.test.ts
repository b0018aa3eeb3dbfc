import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressProblem,
  badgeOf,
  compareRows,
  isOfCollection,
  LIST_LIMITS,
  type ListedFinding,
  type ListedRow,
  listQuery,
  listSentence,
  listTotals,
  nextStep,
  readPackageList,
} from './index.ts';

describe('a list', () => {
  it.each([
    ['curl,openssl', ['curl', 'openssl']],
    [
      'curl\r\nopenssl@3.0.7\n\n pkg:npm/%40babel/core@7.0.0 ',
      ['curl', 'openssl@3.0.7', 'pkg:npm/%40babel/core@7.0.0'],
    ],
    ['curl # the tool\n# openssl\nxz', ['curl', 'xz']],
    ['pkg:npm/a@1#lib,curl,curl', ['pkg:npm/a@1#lib', 'curl']],
    [' , ,', []],
  ])('%j names %j', (text, entries) => {
    expect(readPackageList(text)).toEqual(entries);
  });

  it('asks the collection about names and about package URLs of type nix', () => {
    const entries = ['curl', 'pkg:nix/curl@8', 'pkg:npm/curl@8', 'PKG:NPM/x'];

    expect(entries.filter(isOfCollection)).toEqual(['curl', 'pkg:nix/curl@8']);
  });

  it('is the same after it was in an address', () => {
    const name = fc.stringMatching(/^[^\s,#]{1,20}$/u);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 20 }), (entries) => {
        const search = new URLSearchParams(listQuery(entries));

        expect(readPackageList(search.get('packages') ?? '')).toEqual(entries);
      }),
    );
  });

  it('fits into an address up to its bounds', () => {
    const many = (count: number, length = 8) => Array.from({ length: count }, (_, i) => `${i}-`.padEnd(length, 'x'));

    expect(addressProblem(many(LIST_LIMITS.address))).toBeNull();
    expect(addressProblem(many(LIST_LIMITS.address + 1))).toMatch(/names 101 packages \(maximum 100 in a URL\)/);
    expect(addressProblem(many(60, 80))).toMatch(/characters \(maximum 4000 in a URL\)/);
    expect(addressProblem(['x'.repeat(LIST_LIMITS.entry + 1)])).toMatch(/longer than 1000 characters/);
  });
});

const finding = (id: string, more: Partial<ListedFinding> = {}): ListedFinding => ({
  id,
  status: 'affected',
  kev: false,
  epss: null,
  exploitation: null,
  ...more,
});

const row = (asked: string, verdict: ListedRow['verdict'], more: Partial<ListedRow> = {}): ListedRow => ({
  asked,
  package: asked,
  ecosystem: null,
  version: '1.0',
  verdict,
  verdictReason: '',
  unknownReasons: [],
  findings: [],
  ...more,
});

describe('rows', () => {
  it('come worst first, in whatever order they are given', () => {
    const ordered = [
      row('exploited', 'affected', { findings: [finding('CVE-2026-0002', { kev: true })] }),
      row('likely', 'affected', { findings: [finding('CVE-2026-0003', { epss: 0.9 })] }),
      row('also-likely', 'affected', { findings: [finding('CVE-2026-0001', { epss: 0.2, severity: 'critical' })] }),
      row('unscored', 'affected', { findings: [finding('CVE-2026-0004', { severity: 'critical' })] }),
      row('a-doubt', 'unknown'),
      row('b-doubt', 'unknown'),
      row('silent', 'none_known'),
      row('cleared', 'not_affected'),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
        expect(shuffled.toSorted(compareRows)).toEqual(ordered);
      }),
    );
  });

  it('count a package once, by its worst version; what was left out is unknown', () => {
    const rows = [row('curl', 'affected'), row('curl', 'not_affected'), row('xz', 'unknown'), row('xz', 'none_known')];

    const totals = listTotals(rows, 3);

    expect(totals).toEqual({ packages: 5, affected: 1, unknown: 4, notAffected: 0, noneKnown: 0 });
  });
});

const totals = (affected: number, unknown: number, clean: number) => ({
  packages: affected + unknown + clean,
  affected,
  unknown,
  notAffected: 0,
  noneKnown: clean,
});

describe('words', () => {
  it.each([
    [
      totals(3, 1, 36),
      '3 of 40 packages need attention, 1 could not be checked.',
      'red',
      '3 of 40 affected, 1 unknown',
    ],
    [totals(1, 0, 1), '1 of 2 packages needs attention.', 'red', '1 of 2 affected'],
    [totals(0, 2, 3), 'None of 5 packages is known to be affected, 2 could not be checked.', 'yellow', '2 unknown'],
    [totals(0, 0, 5), 'None of 5 packages is known to be affected.', 'green', 'none known'],
    [totals(0, 0, 1), 'The package is not known to be affected.', 'green', 'none known'],
    [totals(0, 2, 0), 'None of 2 packages could be checked.', 'grey', 'unknown'],
    [totals(0, 1, 0), 'The package could not be checked.', 'grey', 'unknown'],
    [totals(0, 0, 0), 'The list contains no packages.', 'grey', 'unknown'],
  ])('%j: %s', (given, sentence, colour, message) => {
    expect([listSentence(given), badgeOf(given)]).toEqual([sentence, { label: 'vulnerabilities', message, colour }]);
  });

  it('a badge is green only where nothing is affected or unknown', () => {
    const count = fc.nat({ max: 3 });
    fc.assert(
      fc.property(count, count, count, (affected, unknown, clean) => {
        const { colour } = badgeOf(totals(affected, unknown, clean));

        expect(colour === 'green').toBe(affected === 0 && unknown === 0 && clean > 0);
      }),
    );
  });

  it.each([
    [row('a', 'not_affected'), null],
    [row('a', 'affected'), 'Upgrade target not checked: check fewer packages at once.'],
    [row('a', 'affected', { advice: { sentence: 'Upgrade a to 2.0.', command: null } }), 'Upgrade a to 2.0.'],
    [
      row('a', 'unknown', {
        unknownReasons: ['possible_match'],
        findings: [
          finding('CVE-1', { status: 'possible', severity: 'critical' }),
          finding('CVE-2', { status: 'possible', severity: 'low', kev: true }),
        ],
      }),
      'CVE-2 (low, exploited) and CVE-1 (critical) may apply. Needs review.',
    ],
    [
      row('a', 'unknown', { version: null, unknownReasons: ['version_missing'], findings: [finding('CVE-1')] }),
      'CVE-1 may apply. Add the version: name@version.',
    ],
    [row('a', 'unknown', { version: null, unknownReasons: ['version_missing'] }), 'Add the version: name@version.'],
    [row('a', 'unknown', { unknownReasons: ['package_unknown'] }), 'Check the spelling, or use a package URL.'],
  ])('the next step of %j is %j', (given, sentence) => {
    expect(nextStep(given)?.sentence ?? null).toBe(sentence);
  });
});
