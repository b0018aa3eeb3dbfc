import { SECURITY_LABEL } from '@almanac/core/tracker';
import { type SourceDeps, type SourceItem, UnexpectedUpstream } from '../source.ts';
import type { Api } from './api.ts';
import { fetchLinks } from './links.ts';
import { changedSince } from './listing.ts';
import { parseSweep } from './position.ts';
import { goneRecord, issueKey, issueRecord } from './record.ts';
import type { TrackerDocument } from './schema.ts';

/** If more are missing, the listing itself is in doubt. */
const MOST_UNLISTED = 200;
const MOST_UNLISTED_SHARE = 0.3;

/**
 * Reads every labelled issue again, and checks every other known issue for a lost label, deletion or transfer. Then
 * reads some open issues' timelines each night, for mentions in comments, which change no date.
 */
export async function* sweepTracker(
  api: Api,
  { held, heldKeys, log }: Pick<SourceDeps, 'held' | 'heldKeys' | 'log'>,
  text: string | null,
  timelines: number,
): AsyncGenerator<SourceItem<TrackerDocument>> {
  const listed = new Set<number>();
  const open: number[] = [];
  for await (const { elements } of changedSince(api, { since: null, label: SECURITY_LABEL })) {
    for (const element of elements) {
      const record = issueRecord(element);
      if ('unreadable' in record) {
        yield record;
        continue;
      }
      const { item, ...rest } = record;
      if (item.pull_request != null || listed.has(item.number)) continue;
      listed.add(item.number);
      if (item.state === 'open') open.push(item.number);
      yield rest;
    }
  }
  if (listed.size === 0) throw new UnexpectedUpstream('nixpkgs', 'no issue is listed at all');
  const known = ((await heldKeys?.('issue/')) ?? []).map((key) => Number(key.slice('issue/'.length)));
  const unlisted = known.filter((number) => !listed.has(number));
  if (unlisted.length > Math.max(MOST_UNLISTED, known.length * MOST_UNLISTED_SHARE)) {
    throw new UnexpectedUpstream('nixpkgs', `${unlisted.length} of ${known.length} issues are not listed any more`);
  }
  for (const number of unlisted) yield* check(api, number);

  const after = parseSweep(text)?.after ?? 0;
  const chosen = takeNext(open, after, timelines);
  for (const issue of chosen) {
    const links = await fetchLinks(api, issue);
    const kept = await held(links.map(({ record }) => record.key));
    const fresh = links.filter(({ record }) => !kept.has(record.key));
    if (fresh.length > 0) log.info({ issue, links: fresh.length }, 'links that no change had told of');
    for (const { record } of fresh) yield record;
  }
  yield { checkpoint: JSON.stringify({ after: chosen.at(-1) ?? 0 }) };
}

export async function* check(api: Api, number: number): AsyncGenerator<SourceItem<TrackerDocument>> {
  const { element, gone } = await api.one(`issues/${number}`);
  const record = gone ? goneRecord(issueKey(number), element) : issueRecord(element);
  if (record === null) return;
  if ('unreadable' in record) yield { ...record, key: issueKey(number) };
  else if (record.key !== issueKey(number)) {
    yield { unreadable: `issues/${number} holds ${record.key}`, raw: record.raw, key: issueKey(number) };
  } else if ('item' in record) {
    const { item: _, ...rest } = record;
    yield rest;
  } else yield record;
}

/** Takes the next numbers, wrapping around at the end. */
function takeNext(numbers: readonly number[], after: number, most: number): number[] {
  const sorted = numbers.toSorted((a, b) => a - b);
  const start = sorted.findIndex((number) => number > after);
  const turned = start === -1 ? sorted : [...sorted.slice(start), ...sorted.slice(0, start)];
  return turned.slice(0, most);
}
