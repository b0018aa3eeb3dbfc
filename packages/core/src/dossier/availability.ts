import type { RecordState } from '../records/model.ts';
import { stateOf } from '../records/state.ts';
import type { CveFacts } from './facts.ts';

/** Interface specification, 3.2, and the two cases that are no answer: nobody has the id, or it could not be found out. */
export type Availability =
  | 'published'
  | 'partial'
  | 'withdrawn'
  | 'rejected'
  | 'reserved'
  | 'awaiting_ingest'
  | 'unknown'
  | 'unreachable';

/** The rules in the order in which they are asked; the first that holds decides. */
export const AVAILABILITY_RULES = [
  'cve_list_rejected',
  'cve_list_published',
  'id_service_rejected',
  'live_record_elsewhere',
  'all_records_withdrawn',
  'id_service_reserved',
  'announced_only',
  'score_only',
  'id_service_unreachable',
  'nobody_has_it',
] as const;
export type AvailabilityRule = (typeof AVAILABILITY_RULES)[number];

export interface AvailabilityVerdict {
  readonly availability: Availability;
  readonly rule: AvailabilityRule;
  /** In a sentence. */
  readonly reason: string;
}

/** How the id stands. A mention elsewhere makes no id known. */
export function availabilityOf(facts: CveFacts): AvailabilityVerdict {
  const rule = AVAILABILITY_RULES.find((each) => HOLDS[each](facts)) ?? 'nobody_has_it';
  return { rule, ...AVAILABILITY_VERDICTS[rule] };
}

/** The state of the CVE list's own record; null where there is none. */
export function cveListState({ cveList }: CveFacts): RecordState | null {
  return cveList === null ? null : stateOf(cveList);
}

const HOLDS: Readonly<Record<AvailabilityRule, (facts: CveFacts) => boolean>> = {
  cve_list_rejected: (facts) => cveListState(facts) === 'withdrawn',
  cve_list_published: (facts) => cveListState(facts) === 'live',
  // The same authority, asked by another way: its rejection is not outvoted by those who copied the record before.
  id_service_rejected: ({ idService }) => idService === 'rejected',
  live_record_elsewhere: (facts) => facts.kev !== null || statesElsewhere(facts).some((state) => state !== 'withdrawn'),
  all_records_withdrawn: (facts) => statesElsewhere(facts).length > 0,
  id_service_reserved: (facts) => facts.idService === 'reserved' || cveListState(facts) === 'reserved',
  announced_only: ({ announced, idService }) => announced || idService === 'published',
  // EPSS scores published ids alone, so somebody has had it; but a score withdraws nothing and describes nothing.
  score_only: ({ epss }) => epss !== null,
  id_service_unreachable: ({ idService }) => idService === 'unreachable' || idService === null,
  nobody_has_it: () => true,
};

/** What each rule comes to. */
export const AVAILABILITY_VERDICTS: Readonly<Record<AvailabilityRule, Omit<AvailabilityVerdict, 'rule'>>> = {
  cve_list_rejected: { availability: 'rejected', reason: 'The CVE programme rejected the ID.' },
  cve_list_published: { availability: 'published', reason: 'The CVE list has published the record.' },
  id_service_rejected: { availability: 'rejected', reason: 'The CVE services report the ID as rejected.' },
  live_record_elsewhere: {
    availability: 'partial',
    reason: 'Other sources have a record, but the CVE list does not.',
  },
  all_records_withdrawn: {
    availability: 'withdrawn',
    reason: 'All its records were withdrawn, and the CVE list has none.',
  },
  id_service_reserved: { availability: 'reserved', reason: 'The ID is reserved; details are not published.' },
  announced_only: {
    availability: 'awaiting_ingest',
    reason: 'The CVE list announced the ID, but its record has not arrived yet.',
  },
  score_only: { availability: 'partial', reason: 'Only a score is known; no source has a record.' },
  id_service_unreachable: {
    availability: 'unreachable',
    reason: 'No source has a record, and the CVE services are unavailable.',
  },
  nobody_has_it: { availability: 'unknown', reason: 'The ID has not been allocated.' },
};

/** The records under the id or an alias, other than a published or rejected one of the CVE list. */
function statesElsewhere(facts: CveFacts): RecordState[] {
  const documents = [...(facts.nvd === null ? [] : [facts.nvd]), ...facts.osv, ...facts.advisories];
  const states = documents.map(stateOf);
  // A record of the CVE list that does not say how it stands is a record, though no published one.
  return cveListState(facts) === 'unknown' ? [...states, 'unknown'] : states;
}
