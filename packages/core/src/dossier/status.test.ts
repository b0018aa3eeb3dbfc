import { describe, expect, it } from 'vitest';
import { cveList, factsWith, osv } from '../../test/dossier-records.ts';
import type { CveFacts } from './facts.ts';
import { statusOfLookup } from './status.ts';

const withdrawn = osv('GHSA-a', [], { withdrawn: '2099-01-09T00:00:00Z' });

describe('statusOfLookup', () => {
  it.each<[Partial<CveFacts>, string, string, string]>([
    [{ cveList: cveList() }, 'PUBLISHED', 'Published', 'high'],
    [{ osv: [osv('GHSA-a')] }, 'PARTIAL', 'Not in the CVE list', 'medium'],
    [{ osv: [osv('GHSA-a')], idService: 'unknown' }, 'PARTIAL', 'Not in the CVE list', 'high'],
    [{ idService: 'reserved' }, 'UNPUBLISHED', 'Reserved', 'high'],
    [{ cveList: cveList({}, 'RESERVED') }, 'UNPUBLISHED', 'Reserved', 'medium'],
    [{ announced: true }, 'UNPUBLISHED', 'Awaiting publication', 'medium'],
    [{ announced: true, idService: 'published' }, 'UNPUBLISHED', 'Awaiting publication', 'high'],
    [{ announced: true, idService: 'unknown' }, 'UNPUBLISHED', 'Awaiting publication', 'low'],
    [{ cveList: cveList({}, 'REJECTED') }, 'REJECTED', 'Rejected', 'high'],
    [{ osv: [withdrawn] }, 'WITHDRAWN', 'Withdrawn', 'medium'],
    [{ osv: [withdrawn], idService: 'unknown' }, 'WITHDRAWN', 'Withdrawn', 'high'],
  ])('%#: is %s, %s, %s', (given, type, label, confidence) => {
    expect(statusOfLookup(factsWith(given))).toMatchObject({ type, label, confidence });
  });

  it('warns against use of what does not count, and names what replaces it', () => {
    const rejected = statusOfLookup(factsWith({ cveList: cveList({ replacedBy: ['CVE-2099-0002'] }, 'REJECTED') }));

    expect(rejected?.note).toBe(
      'The CVE programme rejected the ID. Do not use it for remediation. Replaced by CVE-2099-0002.',
    );
  });

  it.each([{ idService: 'unknown' }, { idService: 'unreachable' }] as const)(
    'has none without a record: %j',
    (given) => {
      expect(statusOfLookup(factsWith(given))).toBeNull();
    },
  );
});
