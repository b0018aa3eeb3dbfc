import { postIngest } from '@almanac/contract';
import { loadOrFetchCve } from '../../../app/cve/live-fetch.ts';
import { queueReconciliation } from '../../../app/cve/refresh-from-sources.ts';
import { route } from '../../route.ts';
import { dossierNow } from './dossier.ts';

/** Asks for newer data and answers at once with what is there. */
export const ingest = route(
  postIngest,
  async (deps, { params: { id } }, context) => {
    const knowledge = await loadOrFetchCve(deps, id, context);
    await queueReconciliation(deps, knowledge, context);
    return { ...(await dossierNow(deps, knowledge, { queued: true })), status: 202, ttl: 0 };
  },
  () => ({ rate: 'fresh', weight: 1 }),
);
