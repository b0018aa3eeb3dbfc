import { isSecurityLabelled, mentionedIn } from '@almanac/core/tracker';
import type { JsonElement } from '../../platform/json-elements.ts';
import type { SourceDeps, SourceItem } from '../source.ts';
import type { Api } from './api.ts';
import { readLinks, readPull, type SeenPulls } from './links.ts';
import { changedSince } from './listing.ts';
import { type Pending, toPending } from './pending.ts';
import { deltaText, parseDelta } from './position.ts';
import { askReach } from './reach.ts';
import { type IssueRecord, issueKey, issueRecord, pullKey, reachKey } from './record.ts';
import type { TrackerDocument } from './schema.ts';

/** Read twice, for changes made during the last run. */
const OVERLAP_MS = 10 * 60_000;
/** Without a position; the sweep finds older changes. */
const WITHOUT_POSITION_MS = 7 * 86_400_000;
/** Retries unreadable items for a day, because nothing else reports a pull request's progress. */
const PATIENCE_MS = 86_400_000;
/** Pull requests that other channels linked and this run fetches. */
const MOST_MISSING = 100;
/** Limits timelines per page, because anybody may mention any number of issues. The sweep reads the rest. */
const MOST_LOOKED = 150;

/**
 * Reads all changes, labelled or not, because an issue that loses its label disappears from the labelled listing. Keeps
 * labelled or known issues, and pull requests that are known or mention such an issue. Then checks which channels
 * merged ones have reached.
 */
export async function* readTrackerDelta(
  api: Api,
  deps: Pick<SourceDeps, 'held' | 'heldKeys' | 'now'>,
  text: string | null,
  asks: number,
): AsyncGenerator<SourceItem<TrackerDocument>> {
  const last = parseDelta(text);
  const began = deps.now();
  const pending = new Map(last?.pending ?? []);
  const reachedBefore = last?.since.getTime() ?? began.getTime() - WITHOUT_POSITION_MS;
  const start = Math.min(reachedBefore, began.getTime());
  let since = new Date(start);
  let hasUnread = false;
  const checkpoint = () => {
    const readSince = hasUnread ? new Date(Math.max(start, since.getTime() - PATIENCE_MS)) : since;
    return deltaText({ since: readSince, pending });
  };
  const issues = new Set<number>();
  const merged: Pending[] = [];
  const pulls: SeenPulls = {
    numbers: new Set<number>(),
    onMerged: (pull) => {
      const one = toPending(pull, deps.now());
      if (one !== null && !pending.has(one.pull)) merged.push(one);
    },
  };
  const from = new Date(Math.max(0, since.getTime() - OVERLAP_MS));
  for await (const { elements, reached } of changedSince(api, { since: from })) {
    for await (const item of readPage(api, deps, elements, issues, pulls)) {
      if ('unreadable' in item) hasUnread = true;
      yield item;
    }
    if (reached !== null && reached > since && reached <= deps.now()) since = reached;
    await join(deps, merged, pending);
    yield { checkpoint: checkpoint() };
  }
  for (const pull of await missingPulls(deps)) yield* readPull(api, pull, pulls);
  await join(deps, merged, pending);
  yield* askReach(api, pending, { now: deps.now, most: asks });
  yield { checkpoint: checkpoint() };
}

async function* readPage(
  api: Api,
  deps: Pick<SourceDeps, 'held'>,
  elements: readonly JsonElement[],
  issues: Set<number>,
  pulls: SeenPulls,
): AsyncGenerator<SourceItem<TrackerDocument>> {
  const records = elements.map(issueRecord);
  const read = records.filter((record) => 'item' in record);
  const mentioned = new Map(read.map((record) => [record.key, mentionedBy(api, record)]));
  const keys = [...read.flatMap(getKeys), ...[...mentioned.values()].flat().map(issueKey)];
  const held = await deps.held([...new Set(keys)]);
  const looked = new Set<number>();
  for (const record of records) {
    if ('unreadable' in record) {
      yield record;
      continue;
    }
    const { item, ...rest } = record;
    if (item.pull_request != null) {
      for (const issue of mentioned.get(record.key) ?? []) if (held.has(issueKey(issue))) looked.add(issue);
      if (held.has(pullKey(item.number))) yield* readPull(api, item.number, pulls);
      continue;
    }
    const labelled = isSecurityLabelled(item.labels);
    if (!labelled && !held.has(record.key)) continue;
    if (!issues.has(item.number)) yield rest;
    issues.add(item.number);
    if (labelled) looked.add(item.number);
  }
  for (const issue of [...looked].slice(0, MOST_LOOKED)) yield* readLinks(api, deps, issue, pulls);
}

function getKeys({ item }: IssueRecord): string[] {
  return [item.pull_request == null ? issueKey(item.number) : pullKey(item.number)];
}

/** A mention adds the pull request to the issue's timeline but does not change the issue's date. */
function mentionedBy({ repository }: Api, { item }: IssueRecord): number[] {
  return item.pull_request == null ? [] : mentionedIn(`${item.title}\n${item.body ?? ''}`, repository);
}

/** A known pull request is already on the list and is not added with every comment. */
async function join(
  { held }: Pick<SourceDeps, 'held'>,
  merged: Pending[],
  pending: Map<number, Pending>,
): Promise<void> {
  const known = await held(merged.map(firstKey));
  for (const one of merged.splice(0)) if (!known.has(firstKey(one)) && one.left.length > 0) pending.set(one.pull, one);
}

function firstKey({ pull, left }: Pending): string {
  return reachKey(pull, left[0] ?? '');
}

async function missingPulls({ held, heldKeys }: Pick<SourceDeps, 'held' | 'heldKeys'>): Promise<number[]> {
  const links = (await heldKeys?.('link/')) ?? [];
  const numbers = [...new Set(links.map((key) => Number(key.split('/')[2])))];
  const known = await held(numbers.map(pullKey));
  return numbers.filter((number) => !known.has(pullKey(number))).slice(-MOST_MISSING);
}
