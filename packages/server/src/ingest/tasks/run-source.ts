import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { SOURCES } from '../../sources/catalogue.ts';
import { CHANNELS } from '../../sources/source.ts';
import { isFilled, storedSourceNumber } from '../../store/runs.ts';
import type { TaskDeps } from '../deps.ts';
import { getFeed, usualChannel } from '../feeds.ts';
import { runSource } from '../run-source.ts';
import { firstJob, sourceJob } from '../source-job.ts';

const Payload = z.object({
  source: z.string(),
  channel: z.enum(CHANNELS).optional(),
  /** An operator's word that what a held run found missing is really gone; the API cannot give it. */
  acceptRemovals: z.boolean().default(false),
  /** Set by a sweep that failed before: it gives up for good after this. */
  resumeUntil: z.coerce.date().optional(),
});

/** The queue takes a job for lost that has been locked for four hours. */
const LONGEST_RUN_MS = 3 * 60 * 60 * 1000;

/** After the last try of the queue, an empty store does not wait for the timetable. */
const RESUME_FILLING_MS = 5 * 60 * 1000;

/** Nor does a sweep whose next turn is a week or a month away. It gives up before the next weekly one is due. */
const RESUME_SWEEP_MS = 60 * 60 * 1000;
const GIVE_UP_SWEEP_MS = 6 * 24 * 60 * 60 * 1000;

/** Reads one channel of a source. A failure is thrown on, so that the queue tries again, later each time. */
export function runSourceTask({ feeds, ...deps }: TaskDeps): Task {
  return async (payload, { abortSignal, addJob, job }) => {
    const { source, acceptRemovals, resumeUntil, ...asked } = Payload.parse(payload);
    const feed = getFeed(feeds, source);
    const { id, first } = feed.source;
    const channel = asked.channel ?? usualChannel(feed);
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_RUN_MS)]);
    const outcome = await runSource(deps, feed, signal, { channel, acceptRemovals }).catch(async (error: unknown) => {
      if (job.attempts >= job.max_attempts) await resumeLater();
      throw error;
    });
    if (outcome.state === 'unfilled') {
      const { task, payload: fill, spec } = firstJob(feed.source, outcome.first);
      await addJob(task, fill, spec);
    }
    if (outcome.state === 'held') deps.log.warn({ source, channel, reason: outcome.reason }, 'source run held');
    else deps.log.info({ source, channel, state: outcome.state }, 'source run ended');

    async function resumeLater(): Promise<void> {
      const now = deps.now().getTime();
      if (channel === first && !(await isFilled(deps.db, await storedSourceNumber(deps.db, id), channel))) {
        const { task, payload: fill, spec } = firstJob(feed.source, channel);
        await addJob(task, fill, { ...spec, runAt: new Date(now + RESUME_FILLING_MS) });
      }
      const until = resumeUntil ?? new Date(now + GIVE_UP_SWEEP_MS);
      if (channel === 'sweep' && (SOURCES[id].info.reconciliation.everyHours ?? 0) > 24 && now < until.getTime()) {
        const { task, payload: sweep, spec } = sourceJob(id, channel);
        const runAt = new Date(now + RESUME_SWEEP_MS);
        await addJob(task, { ...sweep, resumeUntil: until }, { ...spec, jobKeyMode: 'preserve_run_at', runAt });
      }
    }
  };
}
