import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { CHANNELS } from '../../sources/source.ts';
import { isFilled, storedSourceNumber } from '../../store/runs.ts';
import type { TaskDeps } from '../deps.ts';
import { feedOf, usualChannel } from '../feeds.ts';
import { runSource } from '../run-source.ts';
import { firstJob } from '../source-job.ts';

/** `acceptRemovals` is an operator's word that what a held run found missing is really gone; the API cannot give it. */
const Payload = z.object({
  source: z.string(),
  channel: z.enum(CHANNELS).optional(),
  acceptRemovals: z.boolean().default(false),
});

/** The queue takes a job for lost that has been locked for four hours. */
const LONGEST_RUN_MS = 3 * 60 * 60 * 1000;

/** After the last try of the queue, an empty store does not wait for the timetable. */
const RESUME_FILLING_MS = 5 * 60 * 1000;

/** Reads one channel of a source. A failure is thrown on, so that the queue tries again, later each time. */
export function runSourceTask({ feeds, ...deps }: TaskDeps): Task {
  return async (payload, { abortSignal, addJob, job }) => {
    const { source, acceptRemovals, ...asked } = Payload.parse(payload);
    const feed = feedOf(feeds, source);
    const channel = asked.channel ?? usualChannel(feed);
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_RUN_MS)]);
    const outcome = await runSource(deps, feed, signal, { channel, acceptRemovals }).catch(async (error: unknown) => {
      if (
        job.attempts >= job.max_attempts &&
        channel === feed.source.first &&
        !(await isFilled(deps.db, await storedSourceNumber(deps.db, feed.source.id), channel))
      ) {
        const { task, payload: first, spec } = firstJob(feed.source, channel);
        await addJob(task, first, { ...spec, runAt: new Date(deps.now().getTime() + RESUME_FILLING_MS) });
      }
      throw error;
    });
    if (outcome.state === 'unfilled') {
      const { task, payload: first, spec } = firstJob(feed.source, outcome.first);
      await addJob(task, first, spec);
    }
    if (outcome.state === 'held') deps.log.warn({ source, channel, reason: outcome.reason }, 'source run held');
    else deps.log.info({ source, channel, state: outcome.state }, 'source run ended');
  };
}
