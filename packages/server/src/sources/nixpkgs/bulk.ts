import { SECURITY_LABEL } from '@almanac/core/tracker';
import { type SourceDeps, type SourceItem, UnexpectedUpstream } from '../source.ts';
import { byEitherClock } from '../upstream-clock.ts';
import type { Api } from './api.ts';
import { readLinks } from './links.ts';
import { changedSince } from './listing.ts';
import { toPending } from './pending.ts';
import { bulkText, deltaText, parseBulk } from './position.ts';
import { issueRecord } from './record.ts';
import type { TrackerDocument } from './schema.ts';

/** Without a token, a page of issues takes hours, and an interrupted run should not lose all of it. */
const ISSUES_BETWEEN_POSITIONS = 10;
const EPOCH = new Date(0);

/** Reads every labelled issue and the pull requests that mention it. Resumes after an interruption. */
export async function* readTrackerBulk(
  api: Api,
  { held, now }: Pick<SourceDeps, 'held' | 'now'>,
  text: string | null,
): AsyncGenerator<SourceItem<TrackerDocument>> {
  const last = parseBulk(text);
  const pending = new Map(last?.pending ?? []);
  let began = last?.began ?? null;
  let since = last?.since ?? EPOCH;
  let listed = 0;
  const issues = new Set<number>();
  const pulls = {
    numbers: new Set<number>(),
    everything: true,
    onMerged: (pull: Parameters<typeof toPending>[0]) => {
      const one = toPending(pull, now());
      if (one !== null) pending.set(one.pull, one);
    },
  };
  for await (const { elements, headers } of changedSince(api, { since: last?.since ?? null, label: SECURITY_LABEL })) {
    began ??= byEitherClock(now(), headers);
    listed += elements.length;
    for (const element of elements) {
      const record = issueRecord(element);
      if ('unreadable' in record) {
        yield record;
        continue;
      }
      const { item, ...rest } = record;
      if (item.updated_at > since && item.updated_at <= now()) since = item.updated_at;
      if (item.pull_request != null || issues.has(item.number)) continue;
      issues.add(item.number);
      yield rest;
      yield* readLinks(api, { held }, item.number, pulls);
      if (issues.size % ISSUES_BETWEEN_POSITIONS === 0) yield { checkpoint: bulkText({ began, since, pending }) };
    }
    yield { checkpoint: bulkText({ began, since, pending }) };
  }
  if (last === null && listed === 0) throw new UnexpectedUpstream('nixpkgs', 'no issue is listed at all');
  yield { checkpoint: deltaText({ since: began ?? now(), pending }), channel: 'delta' };
  yield { checkpoint: FROM_THE_BEGINNING };
}

/** An unknown form makes the next run read everything. */
const FROM_THE_BEGINNING = '{}';
