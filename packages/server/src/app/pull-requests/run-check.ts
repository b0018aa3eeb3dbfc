import { countRequests, postPrValidate } from '@almanac/contract';
import type { Streamed } from '../answer.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../sbom/jobs.ts';

type Answer = Extract<Job, { kind: 'check-pull' }>['answer'];

/** Everything but the limits happens in a process of its own. */
export async function runCheck(
  deps: Pick<Deps, 'now' | 'sbom' | 'signal'>,
  bytes: Buffer,
  answer: Answer,
  { charge }: Context,
): Promise<Streamed> {
  const job = { kind: 'check-pull', bytes, answer, now: deps.now() } as const;
  const { value, chunks } = await deps.sbom.run(job, {
    signal: deps.signal,
    counted: (packages) => charge(countRequests(postPrValidate.weights, [packages]) - 1),
  });
  return { chunks, type: (value as { type: string }).type };
}
