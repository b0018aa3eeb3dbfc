import { describe, expect, it } from 'vitest';
import { advisory, cveList, KEV, nvd, osv, factsWith as withFacts } from '../../test/dossier-records.ts';
import { availabilityOf } from './availability.ts';
import type { CveFacts } from './facts.ts';

const withdrawn = { withdrawn: '2099-01-09T00:00:00Z' };
const score = { epss: 0.1, percentile: 0.5, date: '2099-01-05', model: null };

describe('availabilityOf', () => {
  it.each<[string, Partial<CveFacts>, string, string]>([
    ['rejected by the CVE list', { cveList: cveList({}, 'REJECTED') }, 'rejected', 'cve_list_rejected'],
    [
      'rejected, while others live',
      { cveList: cveList({}, 'rejected'), osv: [osv('GHSA-a')], kev: KEV },
      'rejected',
      'cve_list_rejected',
    ],
    ['published', { cveList: cveList() }, 'published', 'cve_list_published'],
    [
      'published, withdrawn elsewhere',
      { cveList: cveList(), osv: [osv('GHSA-a', [], withdrawn)] },
      'published',
      'cve_list_published',
    ],
    [
      'rejected by the services alone',
      { idService: 'rejected', osv: [osv('GHSA-a')] },
      'rejected',
      'id_service_rejected',
    ],
    ['known to OSV alone', { osv: [osv('GHSA-a')] }, 'partial', 'live_record_elsewhere'],
    ['known to the advisory database alone', { advisories: [advisory('GHSA-a')] }, 'partial', 'live_record_elsewhere'],
    ['known to NVD alone', { nvd: nvd() }, 'partial', 'live_record_elsewhere'],
    ['in the KEV catalogue alone', { kev: KEV }, 'partial', 'live_record_elsewhere'],
    ['one of two withdrawn', { osv: [osv('A-1', [], withdrawn), osv('B-1')] }, 'partial', 'live_record_elsewhere'],
    ['a record of the CVE list in no known state', { cveList: cveList({}, 'ODD') }, 'partial', 'live_record_elsewhere'],
    [
      'all withdrawn',
      { osv: [osv('A-1', [], withdrawn)], nvd: nvd({ vulnStatus: 'Rejected' }) },
      'withdrawn',
      'all_records_withdrawn',
    ],
    [
      'withdrawn, and EPSS still scores it',
      { osv: [osv('A-1', [], withdrawn)], epss: score },
      'withdrawn',
      'all_records_withdrawn',
    ],
    [
      'withdrawn by its advisory',
      { advisories: [advisory('A-1', { withdrawn_at: '2099-01-09T00:00:00Z' })] },
      'withdrawn',
      'all_records_withdrawn',
    ],
    ['reserved', { idService: 'reserved' }, 'reserved', 'id_service_reserved'],
    ['reserved by its record', { cveList: cveList({}, 'RESERVED') }, 'reserved', 'id_service_reserved'],
    ['reserved and announced', { idService: 'reserved', announced: true }, 'reserved', 'id_service_reserved'],
    ['announced', { announced: true, idService: 'unknown' }, 'awaiting_ingest', 'announced_only'],
    ['published by the services, not here yet', { idService: 'published' }, 'awaiting_ingest', 'announced_only'],
    ['scored alone', { epss: score, idService: 'unknown' }, 'partial', 'score_only'],
    ['unknown', { idService: 'unknown' }, 'unknown', 'nobody_has_it'],
    ['the services away', { idService: 'unreachable' }, 'unreachable', 'id_service_unreachable'],
    ['not asked', {}, 'unreachable', 'id_service_unreachable'],
  ])('%s', (_, given, availability, rule) => {
    const verdict = availabilityOf(withFacts(given));

    expect(verdict).toMatchObject({ availability, rule });
    expect(verdict.reason).toMatch(/^[A-Z].*\.$/);
  });

  it('does not let a mention or an alias alone make an id known', () => {
    const aliases = [{ id: 'GHSA-a', asserters: ['osv'], oneSided: false }];

    expect(availabilityOf(withFacts({ aliases, idService: 'unknown' })).availability).toBe('unknown');
  });
});
