import { countRequests, postSbom } from '@almanac/contract';
import { rawBodyRoute } from '../../route.ts';

/** Everything but the limits happens in a process of its own. */
export const sbom = rawBodyRoute(postSbom, async (deps, { query, body }, { charge }) => {
  const job = { kind: 'examine', bytes: body, now: deps.now(), ...query } as const;
  const { value, chunks } = await deps.sbom.run(job, {
    signal: deps.signal,
    counted: (components) => charge(countRequests(postSbom.weights, [components]) - 1),
  });
  return { chunks, type: (value as { type: string }).type };
});
