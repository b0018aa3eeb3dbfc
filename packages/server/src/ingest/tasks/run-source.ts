import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { runSource } from '../run-source.ts';
import type { TaskDeps } from '../tasks.ts';

/**
 * `acceptRemovals` is an operator's word that what a held run found missing is really gone; the API cannot give it:
 * select graphile_worker.add_job('run-source', '{"source":"kev","acceptRemovals":true}');
 */
const Payload = z.object({ source: z.string(), acceptRemovals: z.boolean().default(false) });

/** Reads one source. A failure is thrown on, so that the queue tries again, later each time. */
export function runSourceTask({ feeds, log, ...deps }: TaskDeps): Task {
  return async (payload, { abortSignal }) => {
    const { source, acceptRemovals } = Payload.parse(payload);
    const feed = [...feeds.values()].find((candidate) => candidate.source.id === source);
    if (feed === undefined) throw new Error(`source ${source} is not enabled`);
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_RUN_MS)]);
    const outcome = await runSource(deps, feed, signal, { acceptRemovals });
    if (outcome.state === 'held') log.warn({ source, reason: outcome.reason }, 'source run held');
    else log.info({ source, state: outcome.state }, 'source run ended');
  };
}

const LONGEST_RUN_MS = 2 * 60 * 60 * 1000;
