import type { SourceDeps, SourceItem, SourceRecord } from '../source.ts';
import type { Api } from './api.ts';
import { goneRecord, linkKey, pullKey, pullRecord } from './record.ts';
import { CrossReference, type Pull, type TrackerDocument } from './schema.ts';

const MOST_PAGES = 30;

export interface Link {
  readonly pull: number;
  readonly record: SourceRecord<TrackerDocument>;
}

/** Returns each pull request of this repository at its first mention. Ignores those of forks. */
export async function fetchLinks(api: Api, issue: number): Promise<Link[]> {
  const found = new Map<number, Link>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const params = { per_page: '100', ...(page === 1 ? {} : { page: String(page) }) };
    const { elements, hasNext } = await api.list(`issues/${issue}/timeline`, params);
    for (const element of elements) {
      if (!('value' in element)) continue;
      const event = CrossReference.safeParse(element.value);
      if (!event.success || !isOurs(api, event.data.source.issue)) continue;
      const pull = event.data.source.issue.number;
      if (found.has(pull)) continue;
      const value = element.value as TrackerDocument;
      const record = { raw: element.bytes, value, parsed: value, modified: event.data.created_at };
      found.set(pull, { pull, record: { key: linkKey(issue, pull), ...record } });
    }
    if (!hasNext) break;
  }
  return [...found.values()];
}

type Mentioning = Pick<CrossReferenceSource, 'repository' | 'repository_url'>;
type CrossReferenceSource = ReturnType<typeof CrossReference.parse>['source']['issue'];

function isOurs({ repository }: Api, source: Mentioning): boolean {
  const named = source.repository?.full_name ?? source.repository_url?.split('/').slice(-2).join('/') ?? '';
  return named.toLowerCase() === repository.toLowerCase();
}

/** Yields new links and the pull requests that we lack. Returns the merged ones. */
export async function* readLinks(
  api: Api,
  { held }: Pick<SourceDeps, 'held'>,
  issue: number,
  seen: SeenPulls,
): AsyncGenerator<SourceItem<TrackerDocument>> {
  const links = await fetchLinks(api, issue);
  const known = await held(links.flatMap(({ pull, record }) => [record.key, pullKey(pull)]));
  // Links never change. Their embedded pull request does, with every comment there.
  for (const { record } of links) if (!known.has(record.key)) yield record;
  for (const { pull } of links) if (!known.has(pullKey(pull)) || seen.everything) yield* readPull(api, pull, seen);
}

/** Pull requests read in this run, so that each is requested once. */
export interface SeenPulls {
  readonly numbers: Set<number>;
  readonly onMerged: (pull: Pull) => void;
  /** Also those that we have. */
  readonly everything?: boolean;
}

export async function* readPull(
  api: Api,
  number: number,
  { numbers, onMerged }: SeenPulls,
): AsyncGenerator<SourceItem<TrackerDocument>> {
  if (numbers.has(number)) return;
  numbers.add(number);
  const { element, gone } = await api.one(`pulls/${number}`);
  if (gone) {
    const record = goneRecord(pullKey(number), element);
    if (record !== null) yield record;
    return;
  }
  const record = pullRecord(element);
  if ('unreadable' in record) {
    yield { ...record, key: pullKey(number) };
    return;
  }
  if (record.key !== pullKey(number)) {
    yield { unreadable: `pulls/${number} holds ${record.key}`, raw: record.raw, key: pullKey(number) };
    return;
  }
  const { pull, ...rest } = record;
  yield rest;
  if (pull.merged_at instanceof Date) onMerged(pull);
}
