import { addFollowUpJobs } from '../store/jobs.ts';
import { PACKS_JOB } from '../store/packs.ts';
import { endedRun, type Run } from '../store/runs.ts';
import { reconcileScores } from './audit-listing.ts';
import { checkCanaries } from './check-canaries.ts';
import { compareSources } from './compare-sources.ts';
import type { IngestDeps } from './deps.ts';
import { describeError } from './describe-error.ts';
import type { Feed } from './feed.ts';
import { AGGREGATES_JOB } from './tasks/compute-aggregates.ts';
import { BODIES_JOB } from './tasks/fill-cve-bodies.ts';

/** Checks that run after a run has ended. Failures here do not affect the run. */
export async function afterRun(deps: IngestDeps, feed: Feed, run: Run): Promise<void> {
  try {
    const ended = await endedRun(deps.db, run);
    if (ended === null) return;
    deps.onRunEnd?.(feed.source.id, ended);
    // Also of a run that failed: what it had stored by then counts.
    if (ended.changed + ended.removed > 0) await addFollowUpJobs(deps.db, [AGGREGATES_JOB, BODIES_JOB, PACKS_JOB]);
    if (ended.state !== 'ok') return;
    await checkCanaries(deps, feed, run.source);
    await compareSources(deps, feed, run.source);
    if (feed.source.id === 'epss' && ended.changed > 0) await reconcileScores(deps, run);
  } catch (error) {
    deps.log.warn({ source: feed.source.id, reason: describeError(error) }, 'a run could not be looked at');
  }
}
