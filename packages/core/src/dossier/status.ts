import { cveListMetadata } from '../records/cve-list.ts';
import { type AvailabilityVerdict, availabilityOf } from './availability.ts';
import type { CveFacts } from './facts.ts';

/** `status` of a lookup. */
export interface LookupStatus {
  readonly type: 'PUBLISHED' | 'PARTIAL' | 'UNPUBLISHED' | 'REJECTED' | 'WITHDRAWN';
  readonly label: 'Published' | 'Not in the CVE list' | 'Reserved' | 'Awaiting publication' | 'Rejected' | 'Withdrawn';
  readonly note: string;
  readonly confidence: 'high' | 'medium' | 'low';
}

/** Describes the state of an id in words. Returns null for an id that has no lookup. */
export function statusOfLookup(
  facts: CveFacts,
  verdict: AvailabilityVerdict = availabilityOf(facts),
): LookupStatus | null {
  switch (verdict.availability) {
    case 'published':
      return { type: 'PUBLISHED', label: 'Published', note: 'The CVE list has its record.', confidence: 'high' };
    case 'partial':
      return {
        type: 'PARTIAL',
        label: 'Not in the CVE list',
        note: 'No CVE list record is available. The data comes from other sources.',
        confidence: facts.idService === 'unknown' ? 'high' : 'medium',
      };
    case 'reserved':
      return {
        type: 'UNPUBLISHED',
        label: 'Reserved',
        note: 'The ID is reserved by a CNA. No details are published yet.',
        confidence: facts.idService === 'reserved' ? 'high' : 'medium',
      };
    case 'awaiting_ingest':
      return {
        type: 'UNPUBLISHED',
        label: 'Awaiting publication',
        note: 'The CVE list announced the ID, but its record has not arrived yet. Try again with fresh=true.',
        confidence: facts.idService === 'published' ? 'high' : facts.idService === 'unknown' ? 'low' : 'medium',
      };
    case 'rejected':
      return {
        type: 'REJECTED',
        label: 'Rejected',
        note: `The CVE programme rejected the ID. Do not use it for remediation.${replacement(facts)}`,
        confidence: 'high',
      };
    case 'withdrawn':
      return {
        type: 'WITHDRAWN',
        label: 'Withdrawn',
        note: 'All its records were withdrawn, and the CVE list has none. Do not use it for remediation.',
        confidence: facts.idService === 'unknown' ? 'high' : 'medium',
      };
    case 'unknown':
    case 'unreachable':
      break;
  }
  return null;
}

function replacement({ cveList }: CveFacts): string {
  const replacedBy = cveList === null ? [] : cveListMetadata(cveList.value).replacedBy;
  return replacedBy.length === 0 ? '' : ` Replaced by ${replacedBy.slice(0, 5).join(', ')}.`;
}
