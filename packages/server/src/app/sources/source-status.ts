import type { SourceStatus } from '@almanac/contract';
import { type RunSummary, sourceRuns } from '../../queries/source-runs.ts';
import { type SourceWatch, sourceWatch } from '../../queries/source-watch.ts';
import { OPTIONAL_SOURCES, SOURCE_CATALOGUE } from '../../sources/catalogue.ts';
import { CHECKED_LIVE } from '../../sources/checked-live.ts';
import type { SourceInfo } from '../../sources/source.ts';
import type { Db } from '../../store/database.ts';
import { frozenParts } from './frozen-parts.ts';
import { judgeSource } from './source-state.ts';
import { judgeWarnings, listMissingSettings } from './source-warnings.ts';

/** Every source with what is known of its age and of what is wrong with it. */
export async function sourceStatus(db: Db, now: Date): Promise<SourceStatus[]> {
  return (await watchedSources(db, now)).map(({ status }) => status);
}

/** The same, each with the facts that it was judged by. */
export async function watchedSources(
  db: Db,
  now: Date,
): Promise<{ readonly status: SourceStatus; readonly watch: SourceWatch }[]> {
  const runs = await sourceRuns(db);
  const watches = await sourceWatch(db);
  return SOURCE_CATALOGUE.map((info) => {
    const [run, watch] = [runs.get(info.id), watches.get(info.id)];
    if (run === undefined || watch === undefined) throw new Error(`the sources table lacks ${info.id}`);
    return { status: statusOf(info, run, watch, now), watch };
  });
}

function statusOf(info: SourceInfo, run: RunSummary, watch: SourceWatch, now: Date): SourceStatus {
  const { checkedAt, changedAt, state: lastRun } = run;
  const { cadenceSeconds, expectedChangeSeconds } = info;
  const { running, failing, quarantined, upstreams, parts, canaries, reconciliations, notices } = watch;
  const everRun = lastRun !== null || running.length > 0;
  const enabled = everRun || !OPTIONAL_SOURCES.has(info.id);
  const { configured, partsRead } = run;
  const frozen = frozenParts(
    parts.filter(({ part }) => partsRead?.includes(part) ?? true),
    checkedAt,
  );
  const judged = judgeSource({ now, enabled, configured, cadenceSeconds, checkedAt, lastRun });
  const moved = { expectedChangeSeconds, checkedAt, changedAt: run.feedChangedAt };
  const facts = { state: judged.state, ...moved, frozen, failing, canaries, reconciliations, notices };
  const [reconciled] = reconciliations;
  return {
    ...info,
    ...judged,
    lastCheckedAt: checkedAt?.toISOString() ?? null,
    lastChangedAt: changedAt?.toISOString() ?? null,
    records: run.records,
    lastError: run.error,
    warnings: enabled && configured ? judgeWarnings(facts) : listMissingSettings(notices),
    running: [...running],
    quarantined,
    upstreams,
    parts: parts.length === 0 ? null : { count: parts.length, frozen },
    partsRead,
    reconciledAt: reconciled?.at.toISOString() ?? null,
    missing: reconciled?.missing ?? null,
    extra: reconciled?.extra ?? null,
    checkedLiveAt: CHECKED_LIVE[info.id] ?? null,
  };
}
