import { countRequests, postSbomTimeTravel } from '@almanac/contract';
import { authRequired } from '../../../app/errors.ts';
import { WITHOUT_KEY } from '../../../app/sbom/bounds.ts';
import { rawBodyRoute } from '../../route.ts';

/** Everything but the limits happens in a process of its own. */
export const sbomTimeTravel = rawBodyRoute(
  postSbomTimeTravel,
  async (deps, { query, body }, { charge, authenticated }) => {
    const job = { kind: 'time-travel', bytes: body, now: deps.now(), ...query } as const;
    const { value, chunks } = await deps.sbom.run(job, {
      signal: deps.signal,
      counted: async (components) => {
        if (!authenticated && components > WITHOUT_KEY)
          throw authRequired(`Without an API key, at most ${WITHOUT_KEY} components are examined`);
        await charge(countRequests(postSbomTimeTravel.weights, [components]) - 1);
      },
    });
    return { chunks, type: (value as { type: string }).type };
  },
);
