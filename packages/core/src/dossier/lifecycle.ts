import { compareText } from '../ids/order.ts';
import { cveListMetadata } from '../records/cve-list.ts';
import { readInstant } from '../records/instant.ts';
import type { Evidence } from './evidence.ts';
import type { EvidencePointer } from './facts.ts';
import { daysBetween } from './instant.ts';

/** What happens to a vulnerability, in the order in which it usually does; ties of time are broken by it. */
export const LIFECYCLE_TYPES = [
  'reserved',
  'published',
  'advisory',
  'poc',
  'kev_added',
  'issue_opened',
  'pr_opened',
  'pr_merged',
  'channel_reached',
  'rejected',
] as const;
export type LifecycleType = (typeof LIFECYCLE_TYPES)[number];

export interface LifecycleEvent {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly type: LifecycleType;
  readonly source: string;
  readonly evidence: EvidencePointer;
  /** It happened then or before: no span is counted from it. */
  readonly atLatest?: true;
  /** The database dates its own entry, long after the CVE was published: no span is counted to it. */
  readonly imported?: true;
  /** Which of several: the issue, the pull request, the channel. */
  readonly about?: string;
}

/** From the first event of one type to the first of another; negative where the later stage came first. */
export interface LifecycleInterval {
  readonly from: LifecycleType;
  readonly to: LifecycleType;
  readonly days: number;
}

export interface Lifecycle {
  readonly events: readonly LifecycleEvent[];
  readonly intervals: readonly LifecycleInterval[];
}

/**
 * An advisory that a database dates so many days after the CVE is one that it took over: databases date their own entry, and none says
 * when the advisory itself came out.
 */
export const IMPORTED_AFTER_DAYS = 31;

/** The spans that people ask for. */
const SPANS: readonly (readonly [LifecycleType, LifecycleType])[] = [
  ['reserved', 'published'],
  ['published', 'advisory'],
  ['published', 'poc'],
  ['published', 'kev_added'],
  ['published', 'issue_opened'],
  ['issue_opened', 'pr_merged'],
  ['pr_merged', 'channel_reached'],
  ['published', 'channel_reached'],
];

/**
 * Returns the dated events of the evidence and of the tracker, oldest first. No source says when a fixed version was released. A proof
 * of concept existed by the date of CISA's note at the latest.
 */
export function lifecycleOf(evidence: Evidence, trackerEvents: readonly LifecycleEvent[] = []): Lifecycle {
  const events = [...recordEvents(evidence), ...signalEvents(evidence), ...trackerEvents].toSorted(
    (a, b) =>
      compareText(a.at, b.at) ||
      LIFECYCLE_TYPES.indexOf(a.type) - LIFECYCLE_TYPES.indexOf(b.type) ||
      compareText(nameOf(a), nameOf(b)),
  );
  const intervals = SPANS.flatMap(([from, to]) => {
    const [start, end] = [from, to].map(
      (type) => events.find((event) => event.type === type && event.atLatest !== true && event.imported !== true)?.at,
    );
    return start === undefined || end === undefined ? [] : [{ from, to, days: daysBetween(start, end) }];
  });
  return { events, intervals };
}

function nameOf({ source, evidence, about = '' }: LifecycleEvent): string {
  return `${source} ${evidence.record} ${about}`;
}

function recordEvents({ facts, records }: Evidence): LifecycleEvent[] {
  const list = facts.cveList === null ? null : cveListMetadata(facts.cveList.value);
  const events = [
    ...dated(list?.reserved ?? null, 'reserved', 'cve_list_v5', facts.id, 'cveMetadata.dateReserved'),
    ...dated(list?.rejected ?? null, 'rejected', 'cve_list_v5', facts.id, 'cveMetadata.dateRejected'),
  ];
  const own = records.find(({ source }) => source === 'cve_list_v5') ?? records.find(({ source }) => source === 'nvd');
  for (const { source, id, published, state } of records) {
    if (source === 'cve_list_v5')
      events.push(...dated(published, 'published', source, id, 'cveMetadata.datePublished'));
    else if (state === 'withdrawn') continue;
    else if (source === 'nvd' && facts.cveList === null)
      events.push(...dated(published, 'published', source, id, 'published'));
    else if (source !== 'nvd') {
      const late = isImport(own?.published ?? null, published);
      for (const event of dated(published, 'advisory', source, id, 'published'))
        events.push(late ? { ...event, imported: true } : event);
    }
  }
  return events;
}

function isImport(cve: string | null, advisory: string | null): boolean {
  return cve !== null && advisory !== null && daysBetween(cve, advisory) > IMPORTED_AFTER_DAYS;
}

function signalEvents({ facts, live }: Evidence): LifecycleEvent[] {
  const events = dated(readInstant(facts.kev?.dateAdded), 'kev_added', 'kev', facts.id, 'dateAdded');
  for (const { ssvc, id, source } of live) {
    if (ssvc === null || ssvc.exploitation === null || ssvc.exploitation === 'none') continue;
    for (const event of dated(ssvc.at, 'poc', source, id, 'ssvc.exploitation'))
      events.push({ ...event, atLatest: true });
  }
  for (const { source, id, at } of facts.exploits ?? [])
    events.push(...dated(readInstant(at), 'poc', source, id, 'at'));
  return events;
}

function dated(
  at: string | null,
  type: LifecycleType,
  source: string,
  record: string,
  field: string,
): LifecycleEvent[] {
  return at === null ? [] : [{ at, type, source, evidence: { source, record, field } }];
}
