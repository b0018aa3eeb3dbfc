import type { Coverage } from '@almanac/contract';
import { keptAggregate } from '../../queries/kept-aggregate.ts';
import { AGGREGATES, type AggregateName } from '../aggregates/list.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { coverageOf } from '../search/coverage.ts';
import { asOf } from '../sources/source-states.ts';

export interface ComputedFigures<T> {
  readonly data: T & { readonly computedAt: string };
  readonly envelopeFields: Coverage;
}

const RETRY_SECONDS = 60;

/** Figures that the worker has computed; 503 while there are none of this release: nothing known is no zero. */
export async function computedFigures<T extends object>(
  deps: Pick<Deps, 'databases' | 'sourceStates'>,
  name: AggregateName,
): Promise<ComputedFigures<T>> {
  const { version, sources } = AGGREGATES[name];
  const kept = await deps.databases.readWithFallback((db) => keptAggregate(db, name));
  if (kept?.version !== version) {
    throw new ApiError('NOT_COMPUTED_YET', 'The statistics have not been computed yet', {
      retryAfter: RETRY_SECONDS,
      hint: 'GET /api/v1/sources shows the progress of each source.',
    });
  }
  // How the sources stand now; how old the evidence is, by how they stood when it was counted.
  const { coverage } = await coverageOf(deps.sourceStates, sources);
  return {
    data: { ...(kept.value as T), computedAt: kept.computedAt.toISOString() },
    envelopeFields: { coverage, asOf: asOf(kept.coverage) },
  };
}
