import { AlmanacError } from '@almanac/client';
import { getGraphAffected, getOsvDetails, getPurl, postBatch } from '@almanac/contract';
import type { CompareService } from '@almanac/core/compare';
import type { Session } from '../session.ts';

export function createCompareService({
  client,
  signal,
  progress,
}: Pick<Session, 'client' | 'signal' | 'progress'>): CompareService {
  async function ask<T>(what: string, question: () => Promise<T>): Promise<T | null> {
    progress.show(`looking up ${what}`);
    try {
      return await question();
    } catch (error) {
      if (error instanceof AlmanacError) return null;
      throw error;
    }
  }

  return {
    getPackage: (purl, cve) =>
      ask(purl, async () => {
        const query = cve === undefined ? {} : { cve };
        return (await client.call(getPurl, { params: { purl }, query }, { signal })).data;
      }),
    getCves: (ids) =>
      ask('CVEs', async () => {
        return (await client.call(postBatch, { body: { ids: [...ids], view: 'brief' } }, { signal })).data;
      }),
    getOsvRecord: (id) =>
      ask(id, async () => {
        try {
          return (await client.call(getOsvDetails, { params: { id } }, { signal })).data;
        } catch (error) {
          // No source has the id, or it is not an OSV id.
          if (error instanceof AlmanacError && (error.status === 404 || error.status === 400)) return 'unknown';
          throw error;
        }
      }),
    getAffected: (id) =>
      ask(id, async () => {
        return (await client.call(getGraphAffected, { params: { id }, query: { limit: 20 } }, { signal })).data
          .packages;
      }),
  };
}
