import { SourceId } from '@almanac/contract';
import type { Task } from 'graphile-worker';
import { z } from 'zod';
import { withOptions } from '../../platform/http-client.ts';
import type { Db } from '../../store/database.ts';
import { beginRefresh, endRefresh } from '../../store/refreshes.ts';
import { storedSourceNumber } from '../../store/runs.ts';
import type { TaskDeps } from '../deps.ts';
import { refreshRecord } from '../refresh-record.ts';

const Payload = z.object({
  source: SourceId,
  key: z.string().min(1),
  maxAgeMs: z.number().min(0).default(0),
  expiresAt: z.iso.datetime().optional(),
  carried: z.boolean().default(false),
});

/** Someone waits for it: no longer than the answer may take. */
const LONGEST_FETCH_MS = 20_000;

/** Fetches one record, unless that is being done, or was done since this job was asked for, or nobody waits for it any more. */
export function refreshRecordTask({ feeds, ...deps }: TaskDeps): Task {
  return async (payload, { abortSignal, job }) => {
    const { source, key, maxAgeMs, expiresAt, carried } = Payload.parse(payload);
    const feed = feeds.get(source);
    if (feed === undefined) return refuse(deps.db, source, key);
    const since = new Date(job.created_at.getTime() - maxAgeMs);
    const how = { again: job.attempts > 1, expiresAt: expiresAt === undefined ? null : new Date(expiresAt) };
    if (!(await beginRefresh(deps.db, feed.source.id, key, since, how))) return;
    const signal = AbortSignal.any([abortSignal, AbortSignal.timeout(LONGEST_FETCH_MS)]);
    const http = withOptions(deps.http, { hurry: { until: performance.now() + LONGEST_FETCH_MS, carried } });
    const outcome = await refreshRecord({ ...deps, http }, feed, key, signal);
    deps.log.info({ source, key, outcome }, 'record refreshed');
  };
}

/** Whoever waits is told at once that nobody will ask. */
async function refuse(db: Db, source: SourceId, key: string): Promise<void> {
  const error = `${source} is not read by this deployment`;
  await endRefresh(db, await storedSourceNumber(db, source), key, { outcome: 'unreachable', error });
}
