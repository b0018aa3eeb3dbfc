import type { CoverageRow } from '@almanac/contract';
import { evidenceAge, NOT_JUDGED } from '@almanac/core/advice';
import {
  completeDossier,
  type Dossier,
  isAskedLately,
  type LifecycleEvent,
  reconcileRecords,
} from '@almanac/core/dossier';
import { scoreHistory } from '../../queries/cve-history.ts';
import { exploitsOfCve } from '../../queries/exploits-of-cve.ts';
import { judgeSubjects, listAttributes, withAttributes } from '../advice/judge-subjects.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { asOf } from '../sources/source-states.ts';
import { collectionVerdicts } from './collection-verdicts.ts';
import { cveCoverage, exploitListCoverage } from './coverage.ts';
import { eventsOf } from './cve-tracker.ts';
import { loadOrFetchCve } from './live-fetch.ts';

export interface JudgedCve {
  readonly dossier: Dossier;
  /** What the tracker dates. */
  readonly trackerEvents: readonly LifecycleEvent[];
  /** The members beside `data`. */
  readonly envelopeFields: { coverage: CoverageRow[]; asOf: string | null };
}

const MONTH_MS = 30 * 86_400_000;

/** Loads what is known of a CVE, with the score of a month ago to compare with and what lists of exploits say. */
export async function judgedCve(
  deps: MatchDeps & Pick<Deps, 'liveFetchMs' | 'liveFetchQueue' | 'now'>,
  id: string,
  context: Context,
  { isAdvised = false }: { readonly isAdvised?: boolean } = {},
): Promise<JudgedCve> {
  const knowledge = await loadOrFetchCve(deps, id, context);
  const coverage = await cveCoverage(deps.sourceStates, knowledge);
  const since = new Date(deps.now() - MONTH_MS).toISOString().slice(0, 10);
  const [[earlier], exploits] = await deps.databases.readWithFallback((db) =>
    Promise.all([scoreHistory(db, id, since), exploitsOfCve(db, id, null)]),
  );
  const consulted = [...coverage, ...(await exploitListCoverage(deps.sourceStates))];
  const epssEarlier =
    earlier === undefined
      ? null
      : { epss: earlier.score / 1e5, percentile: earlier.percentile / 1e5, date: earlier.day, model: null };
  const attributes = isAdvised ? listAttributes((await collectionVerdicts(deps, knowledge)).packages) : [];
  const reconciled = withAttributes(reconcileRecords({ ...knowledge.facts, epssEarlier, exploits }), attributes);
  const judged = isAdvised ? await judgeSubjects(deps, reconciled, attributes) : NOT_JUDGED;
  return {
    dossier: completeDossier(reconciled, judged, {
      age: evidenceAge(coverage),
      askedLately: isAskedLately(coverage, deps.now()),
      isPast: false,
    }),
    trackerEvents: knowledge.tracker === null ? [] : eventsOf(id, knowledge.tracker),
    envelopeFields: { coverage: consulted, asOf: asOf(consulted) },
  };
}
