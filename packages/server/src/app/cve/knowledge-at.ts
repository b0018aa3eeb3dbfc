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
  /** The moment by which its packages and its coverage are judged. */
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
      return evidence.reconstructed
        ? { ...knowledge, basis: 'reconstructed', moment: { at, clock: 'true' } }
        : { ...knowledge, basis: 'observed', moment: { at, clock: 'known' } };
    }
    const { known, dated } = await firstKnown(db, id);
    const first = clock === 'true' ? earlier(known, dated) : known;
    if (first === null) throw cveUnknown(id);
    throw new ApiError('CVE_NOT_KNOWN_AT', `${id} was not known on that date`, {
      hint: `First known ${first.toISOString()}${clock === 'known' && dated !== null && dated < first ? `; its source dates it ${dated.toISOString()} (clock=true)` : ''}.`,
    });
  });
}

/** Returns the sources as they were then; for a reconstructed answer as they are now, since it rests on what was read since. */
export function loadPastCoverage(states: SourceStates, knowledge: PastKnowledge): Promise<readonly CoverageRow[]> {
  const { at, clock } = knowledge.moment;
  return cveCoverage(states, knowledge, clock === 'known' ? at : null);
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
