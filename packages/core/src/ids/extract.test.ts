import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { extractIds, extractKind } from './extract.ts';
import { normaliseOsvId } from './osv.ts';
import { findOsvPrefix } from './osv-prefixes.ts';

describe('extractIds', () => {
  it.each([
    ['in a sentence', 'Fixes CVE-2024-3094, cve-2024-3094 and (CVE-2014-0160).', ['CVE-2024-3094', 'CVE-2014-0160']],
    ['in a patch name', 'patches/0001-fix_CVE-2021-44228-part1.patch', ['CVE-2021-44228']],
    ['with a file ending', 'CVE-2023-4863.patch', ['CVE-2023-4863']],
    [
      'in an address',
      'https://nvd.nist.gov/vuln/detail/CVE-2023-4863?x=GHSA-8r3f-844c-mc37',
      ['CVE-2023-4863', 'GHSA-8r3f-844c-mc37'],
    ],
    [
      'of every kind',
      'NIXPKGS-2026-0042: CWE-79 GO-2024-2611 RHSA-2024:1234 USN-6000-1',
      ['NIXPKGS-2026-0042', 'CWE-79', 'GO-2024-2611', 'RHSA-2024:1234', 'USN-6000-1'],
    ],
    [
      'the longer id whole',
      'DEBIAN-CVE-2024-3094 and UBUNTU-CVE-2024-3094',
      ['DEBIAN-CVE-2024-3094', 'UBUNTU-CVE-2024-3094'],
    ],
    [
      'with words before the year',
      'BIT-activemq-2020-11998, SUSE-SU-2023:3313-1, DRUPAL-CONTRIB-2025-028',
      ['BIT-activemq-2020-11998', 'SUSE-SU-2023:3313-1', 'DRUPAL-CONTRIB-2025-028'],
    ],
    [
      'not in longer words',
      'XCVE-2024-1234 CVE-2024-1234x CVE-2024-123 CVE-2024-12345678901234567890 ÄCVE-2024-1234 CVE-2024-1234ß',
      [],
    ],
    ['not in prose', 'go-to, pub-a, mini-bus-2024, root-cause-2024, echo-test, V8-engine', []],
    [
      'with a comma between',
      'CVE-2024-1111,CVE-2024-2222/CVE-2024-3333',
      ['CVE-2024-1111', 'CVE-2024-2222', 'CVE-2024-3333'],
    ],
    ['nothing', '', []],
  ])('finds ids %s', (_name, text, expected) => {
    expect(extractIds(text).map(({ id }) => id)).toEqual(expected);
  });

  it('tells kinds apart and where they stand', () => {
    expect(extractIds('see CVE-2024-3094 (CWE-506)')).toEqual([
      { kind: 'cve', id: 'CVE-2024-3094', at: 4 },
      { kind: 'cwe', id: 'CWE-506', at: 19 },
    ]);
    expect(extractKind('cwe', 'CWE-506 CVE-2024-3094 cwe-0079')).toEqual(['CWE-506', 'CWE-79']);
  });

  it('finds each id once and in place, for any text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('CVE-2024-3094', 'GHSA-8r3f-844c-mc37', 'BIT-', 'CVE-', '-', ' '),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const found = extractIds(text);

        expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
        for (const { id, at } of found) expect(normaliseOsvId(text.slice(at, at + id.length)) ?? id).toBe(id);
      }),
    );
  });
});

describe.skipIf(!hasCorpus)('ids of real advisories', () => {
  it.each(['go', 'rustsec', 'almalinux', 'bitnami', 'julia', 'pypa', 'drupal', 'homebrew'])(
    '%s: finds each in a sentence',
    async (database) => {
      const missed: string[] = [];
      let seen = 0;
      for await (const { id, aliases } of corpusRecords<{ id: string; aliases?: string[] | null }>(
        `osv/${database}.jsonl.gz`,
      )) {
        for (const name of [id, ...(aliases ?? [])]) {
          const shape = findOsvPrefix(name.slice(0, name.indexOf('-')))?.shape ?? 'free';
          if (shape === 'free') continue;
          seen += 1;
          // Two of them end in a comma or a space.
          if (extractIds(`see ${name}, please`)[0]?.id !== name.replace(/[ ,]$/, '')) missed.push(name);
        }
      }

      expect(missed).toEqual([]);
      expect(seen).toBeGreaterThan(40);
    },
  );
});
