import { CveId, countRequests, postBatch } from '@almanac/contract';
import { availabilityOf } from '@almanac/core/dossier';
import type { Context } from '../../../app/context.ts';
import { briefOf } from '../../../app/cve/brief.ts';
import type { LoadedCve } from '../../../app/cve/cve-facts.ts';
import { loadOrFetchCve } from '../../../app/cve/live-fetch.ts';
import { isUnpublished, writeLookupData } from '../../../app/cve/lookup.ts';
import type { Deps } from '../../../app/deps.ts';
import { ApiError } from '../../../app/errors.ts';
import { etagOfBytes } from '../../../app/json/etag.ts';
import { jsonParts } from '../../../app/json/json-parts.ts';
import { TIMESTAMP } from '../../../app/json/per-request-tail.ts';
import { asOf, coverageRow } from '../../../app/sources/source-states.ts';
import { route } from '../../route.ts';

type Outcome = { readonly knowledge: LoadedCve } | { readonly status: 'unknown' | 'invalid' | 'unavailable' };

/** Every id on its own: one that nobody has, or that cannot be asked for, does not fail the others. */
export const batch = route(
  postBatch,
  async (deps, { body: { ids, view } }, context) => {
    // Two steps of waiting, the id service and then the others, make up the two seconds of the whole batch.
    const hurried = { ...deps, liveFetchMs: deps.liveFetchMs / 2 };
    const asked = ids.map(canonical);
    const outcomes = new Map(
      await Promise.all([...new Set(asked)].map(async (id) => [id, await outcomeOf(hurried, id, context)] as const)),
    );
    const coverage = [...(await deps.sourceStates.read()).values()].map(coverageRow);

    const parts = jsonParts().text('{"success":true,"data":{"results":[');
    asked.forEach((id, i) => {
      const outcome = outcomes.get(id) ?? { status: 'unknown' };
      parts.text(`${i === 0 ? '' : ','}{"id":`);
      parts.value(id);
      if ('status' in outcome) parts.text(`,"status":"${outcome.status}"}`);
      else {
        const unpublished = isUnpublished(availabilityOf(outcome.knowledge.facts));
        parts.text(`,"status":"${unpublished ? 'unpublished' : 'ok'}","data":`);
        if (view === 'full') writeLookupData(parts, outcome.knowledge);
        else parts.value(briefOf(outcome.knowledge, coverage));
        parts.text('}');
      }
    });
    parts.text(`]},"coverage":${JSON.stringify(coverage)},"asOf":${JSON.stringify(asOf(coverage))}`);
    const body = parts.bytes();
    const tail = { evidence: [], primary: null, integrity: '', template: [',"timestamp":', TIMESTAMP, '}'] };
    return { body, tail, etag: etagOfBytes(body) };
  },
  ({ body: { ids } }) => ({ rate: 'general', weight: countRequests(postBatch.weights, [ids.length]) - 1 }),
);

/** Budgets of live fetches. */
const NOT_FETCHED: ReadonlySet<string> = new Set(['liveFetches', 'liveFetchQueue', 'waiting']);

/** A CVE id in upper case; what is none stays as it was sent. */
function canonical(text: string): string {
  const upper = text.toUpperCase();
  return CveId.safeParse(upper).success ? upper : text;
}

async function outcomeOf(
  deps: Pick<Deps, 'databases' | 'documents' | 'liveFetchMs' | 'liveFetchQueue'>,
  id: string,
  context: Context,
): Promise<Outcome> {
  if (!CveId.safeParse(id).success) return { status: 'invalid' };
  try {
    return { knowledge: await loadOrFetchCve(deps, id, context) };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'CVE_UNKNOWN') return { status: 'unknown' };
    if (error instanceof ApiError && error.code === 'UPSTREAM_UNAVAILABLE') return { status: 'unavailable' };
    // The ids that are stored are answered all the same.
    if (error instanceof ApiError && NOT_FETCHED.has(error.details?.budget ?? '')) return { status: 'unavailable' };
    throw error;
  }
}
