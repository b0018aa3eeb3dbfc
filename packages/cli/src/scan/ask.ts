import { AlmanacError, type Client } from '@almanac/client';
import { type Coverage, postPurls } from '@almanac/contract';
import { askBatches, mergedCoverage, type ScanOutcome, scanOutcome } from '@almanac/core/scan';
import type { Session } from '../session.ts';
import type { Answers, Asked } from './answers.ts';
import { askClosures } from './ask-closures.ts';
import { askEvidenced } from './ask-evidenced.ts';
import { exploitationOf } from './exploitation.ts';

export function onlineAnswers(session: Pick<Session, 'client' | 'signal' | 'hasKey' | 'note'>): Answers {
  const { client, signal } = session;
  return {
    snapshot: null,
    packages: (purls, progress) => askPurls(client, purls, signal, progress),
    evidenced: (entries) => askEvidenced(session, entries),
    closures: (files) => askClosures(client, files, signal),
    exploitation: (cves, progress) => exploitationOf(client, cves, signal, progress),
  };
}

/** A failed batch leaves its purls unknown; if all fail, throws the error. */
export async function askPurls(
  client: Client,
  purls: readonly string[],
  signal: AbortSignal,
  progress: (done: number, all: number) => void,
): Promise<Asked> {
  const outcomes = new Map<string, ScanOutcome>();
  let coverage: Coverage | null = null;
  let failure: AlmanacError | null = null;
  for (const batch of askBatches(purls)) {
    progress(outcomes.size, purls.length);
    try {
      if (failure !== null && !isOfOneBatch(failure)) throw failure;
      const answer = await client.call(postPurls, { body: { purls: batch } }, { signal });
      const { results } = answer.data;
      if (results.length !== batch.length || results.some(({ purl }, i) => purl !== batch[i])) {
        throw new AlmanacError('NOT_UNDERSTOOD', 'Unexpected response from the API');
      }
      for (const result of results) outcomes.set(result.purl, scanOutcome({ kind: 'answer', answer: result }));
      coverage = mergedCoverage(coverage, answer);
    } catch (error) {
      if (!(error instanceof AlmanacError)) throw error;
      failure = error;
      for (const purl of batch) outcomes.set(purl, scanOutcome({ kind: 'failed', reason: error.message }));
    }
  }
  progress(outcomes.size, purls.length);
  if (coverage === null && failure !== null) throw failure;
  return { outcomes, coverage };
}

/**
 * Reports whether another batch may succeed. The client has already retried, so an unreachable service ends the scan.
 */
function isOfOneBatch({ status }: AlmanacError): boolean {
  return status === 400 || status === 429 || status === 503;
}
