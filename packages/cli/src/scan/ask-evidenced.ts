import { AlmanacError } from '@almanac/client';
import { postSbom } from '@almanac/contract';
import { type EvidencedEntry, evidenceDocuments, mergedCoverage, type ScanOutcome } from '@almanac/core/scan';
import type { Session } from '../session.ts';
import type { Asked } from './answers.ts';
import { addOutcomes } from './ask-closures.ts';
import { notCounted } from './not-counted.ts';

/**
 * Sends components with patches and CPEs to `POST /sbom`. Those it does not answer are judged by package URL alone: a
 * patched vulnerability is then a finding, and a note says why.
 */
export async function askEvidenced(
  { client, signal, hasKey, note }: Pick<Session, 'client' | 'signal' | 'hasKey' | 'note'>,
  entries: readonly EvidencedEntry[],
): Promise<Asked> {
  const outcomes = new Map<string, ScanOutcome>();
  let coverage: Asked['coverage'] = null;
  if (entries.length === 0) return { outcomes, coverage };
  try {
    if (!hasKey) throw new AlmanacError('AUTH_REQUIRED', 'this requires a key (almanac login)');
    for (const sbom of evidenceDocuments(entries)) {
      const answer = await client.call(postSbom, { body: { sbom: { ...sbom } }, query: { view: 'all' } }, { signal });
      addOutcomes(outcomes, answer.data);
      coverage = mergedCoverage(coverage, answer);
    }
    return { outcomes, coverage };
  } catch (error) {
    if (!(error instanceof AlmanacError)) throw error;
    note(notCounted(entries.length, error.message));
    return { outcomes: new Map(), coverage: null };
  }
}
