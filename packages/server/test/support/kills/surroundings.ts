import { stillClock, USUAL_START } from '@almanac/twins';
import type { Surroundings } from './kill-and-resume.ts';
import { startMixedUpstreams } from './mixed-ingest-world.ts';
import { readUndisturbed, type UndisturbedOptions } from './undisturbed.ts';

/** The upstreams, and an ingest that nothing came in the way of, to compare with. */
export async function openSurroundings(
  count: number,
  options?: UndisturbedOptions,
): Promise<Surroundings & AsyncDisposable> {
  const clock = stillClock(USUAL_START);
  const upstreams = await startMixedUpstreams(clock, count);
  const undisturbed = await readUndisturbed(upstreams, clock, options);
  return {
    upstreams,
    clock,
    undisturbed,
    async [Symbol.asyncDispose]() {
      await undisturbed[Symbol.asyncDispose]();
      await upstreams[Symbol.asyncDispose]();
    },
  };
}
