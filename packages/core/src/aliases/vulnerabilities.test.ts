import { describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import { cveNamedBy, relatedNamesSubject, vulnerabilitiesOfRecord } from './vulnerabilities.ts';

const GROUPS = new Map([
  ['GHSA-aaaa-aaaa-aaaa', 'CVE-2024-1000'],
  ['CVE-2024-1000', 'CVE-2024-1000'],
  ['CVE-2024-1001', 'CVE-2024-1000'],
  ['GHSA-bbbb-bbbb-bbbb', 'GHSA-bbbb-bbbb-bbbb'],
  ['PYSEC-2024-1', 'GHSA-bbbb-bbbb-bbbb'],
]);
const groupOf = (id: string) => GROUPS.get(id) ?? id;

describe('vulnerabilitiesOfRecord', () => {
  it.each<[string, string, string[], string[]]>([
    ['a CVE', 'CVE-2024-5000', [], ['CVE-2024-5000']],
    ['a CVE in the group of another', 'CVE-2024-1001', [], ['CVE-2024-1000']],
    ['an alias of a CVE', 'GHSA-aaaa-aaaa-aaaa', [], ['CVE-2024-1000']],
    ['a group without a CVE', 'PYSEC-2024-1', [], ['GHSA-bbbb-bbbb-bbbb']],
    ['one that nobody joins', 'GO-2024-1', [], ['GO-2024-1']],
    ['one upstream CVE', 'ALPINE-CVE-2024-5000', ['CVE-2024-5000'], ['CVE-2024-5000']],
    ['an upstream CVE in a group', 'JLSEC-2025-1', ['CVE-2024-1001', 'EUVD-2024-1'], ['CVE-2024-1000']],
    ['an erratum of many', 'ALSA-2024:1', ['CVE-2024-5001', 'CVE-2024-5000'], ['CVE-2024-5000', 'CVE-2024-5001']],
    ['many of one group', 'DSA-1-1', ['CVE-2024-1000', 'CVE-2024-1001'], ['CVE-2024-1000']],
    ['its own CVE and others', 'GHSA-aaaa-aaaa-aaaa', ['CVE-2024-5000'], ['CVE-2024-1000', 'CVE-2024-5000']],
    ['a group without a CVE that covers one', 'PYSEC-2024-1', ['CVE-2024-5000'], ['CVE-2024-5000']],
    ['a record of a distribution', 'USN-5614-1', ['UBUNTU-CVE-2024-5000'], ['CVE-2024-5000']],
    ['an advisory in the place of a CVE', 'CGA-1', ['GHSA-bbbb-bbbb-bbbb'], ['GHSA-bbbb-bbbb-bbbb']],
    ['an advisory beside its CVE', 'CGA-1', ['CVE-2024-5000', 'GHSA-bbbb-bbbb-bbbb'], ['CVE-2024-5000']],
    ['what is no id', 'ALSA-2024:2', ['', 'see the advisory', 'CVE-'], ['ALSA-2024:2']],
    ['itself', 'CVE-2024-5000', ['CVE-2024-5000'], ['CVE-2024-5000']],
  ])('%s', (_, id, covers, expected) => {
    expect(vulnerabilitiesOfRecord({ id, covers, groupOf })).toEqual(expected);
  });
});

it.each([
  ['cve-2024-5000 ', 'CVE-2024-5000'],
  ['DEBIAN-CVE-2024-5000', 'CVE-2024-5000'],
  ['GHSA-aaaa-aaaa-aaaa', null],
  ['XX-CVE-2024-5000', null],
])('%j in `upstream` means %s', (id, expected) => {
  expect(cveNamedBy(id)).toBe(expected);
});

interface Linked {
  readonly id: string;
  readonly aliases?: readonly string[] | null;
  readonly upstream?: readonly string[] | null;
  readonly related?: readonly string[] | null;
}

describe.skipIf(!hasCorpus)('links of real records', () => {
  it('leave no erratum of AlmaLinux that names a CVE as a vulnerability of its own', async () => {
    const counts = { records: 0, namingCves: 0, ownVulnerabilities: 0, several: 0 };
    for await (const record of corpusRecords<Linked>('osv/almalinux.jsonl.gz')) {
      counts.records += 1;
      if (!(record.related ?? []).some((id) => cveNamedBy(id) !== null)) continue;
      counts.namingCves += 1;
      const found = vulnerabilitiesOfRecord({ id: record.id, covers: record.related ?? [], groupOf: (id) => id });
      if (found.includes(record.id)) counts.ownVulnerabilities += 1;
      if (found.length > 1) counts.several += 1;
    }
    console.log('AlmaLinux errata', counts);

    expect(counts.namingCves).toBeGreaterThan(4_000);
    expect(counts.ownVulnerabilities).toBe(0);
  });

  it('use `related` for what a record is about in the listed databases alone', async () => {
    const shares = new Map<string, { records: number; onlyRelated: number }>();
    for (const file of ['almalinux', 'go', 'haskell', 'pypa', 'rustsec', 'julia', 'bitnami']) {
      for await (const { id, aliases, upstream, related } of corpusRecords<Linked>(`osv/${file}.jsonl.gz`)) {
        const prefix = id.slice(0, id.indexOf('-') + 1);
        const share = shares.get(prefix) ?? { records: 0, onlyRelated: 0 };
        const names = (ids: readonly string[] | null | undefined) =>
          (ids ?? []).some((one) => cveNamedBy(one) !== null);
        share.records += 1;
        if (names(related) && !names(aliases) && !names(upstream)) share.onlyRelated += 1;
        shares.set(prefix, share);
      }
    }
    console.log('CVEs in `related` alone', Object.fromEntries(shares));

    for (const [prefix, { records, onlyRelated }] of shares) {
      if (!relatedNamesSubject(prefix)) expect(onlyRelated / records, prefix).toBeLessThan(0.01);
    }
    expect(shares.get('ALSA-')?.onlyRelated).toBeGreaterThan(4_000);
  });
});
