import type { Basis, CoverageRow } from '@almanac/contract';
import type { Moment } from '../../queries/affected-valid-at.ts';
import { cveEvidenceAt, firstKnown } from '../../queries/cve-evidence-at.ts';
import type { Clock } from '../../queries/held-at.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import type { SourceStates } from '../sources/source-states.ts';
import { cveCoverage } from './coverage.ts';
import type { LoadedCve } from './cve-facts.ts';
import { trackerOfCveAt } from './cve-tracker-at.ts';
import { cveUnknown } from './live-fetch.ts';
import { openEvidence } from './read-cve.ts';

export interface PastKnowledge extends LoadedCve {
  readonly basis: Basis;
  /** By which the packages of the collection and the coverage are judged. */
  readonly moment: Moment;
}

/** Loads what was known of a CVE at an instant; refuses a CVE that was not known then. */
export async function knowledgeAt(
  deps: Pick<Deps, 'databases' | 'documents'>,
  id: string,
  at: Date,
  clock: Clock,
): Promise<PastKnowledge> {
  return deps.databases.readWithFallback(async (db) => {
    const evidence = await cveEvidenceAt(db, id, at, clock);
    if (evidence.records.some(({ relation }) => relation !== 'related')) {
      const tracker = await trackerOfCveAt(deps, db, { id, at, clock });
      const knowledge = await openEvidence(deps.documents, db, id, evidence, tracker);
      const facts = { ...knowledge.facts, isPast: true };
      // Where everything had been read by then, what the sources date makes no difference.
      return evidence.reconstructed
        ? { ...knowledge, facts, basis: 'reconstructed', moment: { at, clock: 'true' } }
        : { ...knowledge, facts, basis: 'observed', moment: { at, clock: 'known' } };
    }
    const { known, dated } = await firstKnown(db, id);
    const first = clock === 'true' ? earlier(known, dated) : known;
    if (first === null) throw cveUnknown(id);
    throw new ApiError('CVE_NOT_KNOWN_AT', `${id} was not known then`, {
      hint: `First known ${first.toISOString()}${clock === 'known' && dated !== null && dated < first ? `; its source dates it ${dated.toISOString()} (clock=true)` : ''}.`,
    });
  });
}

/** The coverage of an answer about the past: the sources as they were then, or as they are now where today's reading tells what they date. */
export function coverageThen(states: SourceStates, knowledge: PastKnowledge): Promise<readonly CoverageRow[]> {
  const { at, clock } = knowledge.moment;
  return cveCoverage(states, knowledge, clock === 'known' ? at : null);
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
