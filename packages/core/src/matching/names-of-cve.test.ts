import { describe, expect, it } from 'vitest';
import type { SourceDocument } from '../dossier/facts.ts';
import { MOST_NAMES, namesOfCve } from './names-of-cve.ts';

const osv: SourceDocument = {
  source: 'osv',
  key: 'PYSEC-2026-1',
  sha256: 'a'.repeat(64),
  observedAt: '2026-01-02T00:00:00.000Z',
  modified: null,
  withdrawn: false,
  value: {
    id: 'PYSEC-2026-1',
    aliases: ['CVE-2026-12345'],
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'harbour' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.4' }] }],
      },
    ],
  },
};
const facts = { id: 'CVE-2026-12345', cveList: null, nvd: null, osv: [osv], advisories: [] };

describe('a CVE in the collection', () => {
  it('is looked for under the names that its records give', () => {
    expect(namesOfCve(facts)).toEqual({ names: ['harbour'], complete: true });
  });

  it('says so where its records name more products than are looked for', () => {
    const affected = Array.from({ length: MOST_NAMES + 1 }, (_, i) => {
      return { package: { ecosystem: 'PyPI', name: `harbour${i}` }, ranges: [] };
    });
    const many = { ...facts, osv: [{ ...osv, value: { id: 'PYSEC-2026-1', affected } }] };

    const { names, complete } = namesOfCve(many);

    expect([names.length, complete]).toEqual([MOST_NAMES, false]);
  });
});
