import { getDossier } from '@almanac/contract';
import { NOT_JUDGED } from '@almanac/core/advice';
import { adviseDossier, reconcileRecords } from '@almanac/core/dossier';
import type { z } from 'zod';
import { judgeSubjects, listAttributes, withAttributes } from '../../../app/advice/judge-subjects.ts';
import type { PreserialisedJson } from '../../../app/answer.ts';
import type { Context } from '../../../app/context.ts';
import { withVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { cveCoverage, staleSources } from '../../../app/cve/coverage.ts';
import type { LoadedCve } from '../../../app/cve/cve-facts.ts';
import { composeDossier } from '../../../app/cve/dossier.ts';
import { freshOutcomes, freshWord } from '../../../app/cve/fresh-outcomes.ts';
import { knowledgeAt, loadPastCoverage } from '../../../app/cve/knowledge-at.ts';
import { knownOrFetched, loadOrFetchCve, refreshable, revalidateInBackground } from '../../../app/cve/live-fetch.ts';
import { readCve } from '../../../app/cve/read-cve.ts';
import { refreshFromSources } from '../../../app/cve/refresh-from-sources.ts';
import { storedDossier } from '../../../app/cve/stored-dossier.ts';
import type { Deps } from '../../../app/deps.ts';
import { invalidParameter } from '../../../app/errors.ts';
import type { MatchDeps } from '../../../app/packages/judge-packages.ts';
import { pastInstant } from '../../../app/past-instant.ts';
import type { Moment } from '../../../queries/affected-valid-at.ts';
import { aliasesOfCve } from '../../../queries/cve-aliases.ts';
import { scoreEvidence } from '../../../queries/score-evidence.ts';
import { type Route, route } from '../../route.ts';

/** From stored evidence, or with `fresh=true` from what the sources say now. */
export const dossier: Route = {
  ...route(
    getDossier,
    async (deps, { params: { id }, query: { fresh, at, clock } }, context) => {
      if (at !== undefined) {
        if (fresh) throw invalidParameter('fresh', 'cannot be combined with at', 'Use one of the two.');
        return dossierAt(deps, id, { at: pastInstant('at', at, deps.now()), clock });
      }
      if (!fresh) {
        const stored = await storedDossier(deps, id);
        return stored.answer ?? dossierNow(deps, await knownOrFetched(deps, id, stored.knowledge, context));
      }
      // Under load the answer is the one that is there, and says so.
      if (context.busy) {
        const declined = { fresh: 'declined', outcomes: freshOutcomes([], null, null) };
        return { ...(await dossierNow(deps, await loadOrFetchCve(deps, id, context), declined)), ttl: 0 };
      }
      return { ...(await freshDossier(deps, id, context)), ttl: 0 };
    },
    ({ query: { fresh } }) => (fresh ? { rate: 'fresh', weight: 1 } : null),
  ),
  // What was cached before the sources were asked.
  outdates: ({ params, query, body }) => {
    const { fresh, ...rest } = query as z.output<typeof getDossier.query>;
    return fresh ? { params, query: { ...rest, fresh: false }, body } : null;
  },
};

export async function dossierNow(
  deps: MatchDeps & Pick<Deps, 'baseUrl' | 'liveFetchQueue' | 'now' | 'siteUrl'>,
  knowledge: LoadedCve,
  refreshStatus: Readonly<Record<string, unknown>> = {},
): Promise<PreserialisedJson> {
  const { databases } = deps;
  const { facts } = knowledge;
  const coverage = await cveCoverage(deps.sourceStates, knowledge);
  // An answer does not fail because a job could not be added.
  revalidateInBackground(deps, refreshable(knowledge), staleSources(coverage)).catch(() => {});
  const { epss } = facts;
  const [aliases, score, { tracker }] = await Promise.all([
    databases.readWithFallback((db) => aliasesOfCve(db, facts.id)),
    epss === null ? null : databases.readWithFallback((db) => scoreEvidence(db, epss.date)),
    withVerdicts(deps, knowledge),
  ]);
  const known = { ...knowledge, tracker, facts: { ...facts, aliases } };
  const attributes = listAttributes(tracker?.packages ?? []);
  const reconciled = withAttributes(reconcileRecords(known.facts), attributes);
  const judged = await judgeSubjects(deps, reconciled, attributes);
  const advised = adviseDossier(reconciled, judged);
  return composeDossier(deps, { knowledge: known, advised, coverage, score, refreshStatus });
}

async function freshDossier(
  deps: MatchDeps & Pick<Deps, 'baseUrl' | 'liveFetchMs' | 'liveFetchQueue' | 'now' | 'siteUrl'>,
  id: string,
  context: Context,
): Promise<PreserialisedJson> {
  // Before an id that nobody has stored is asked for, so that what comes of that counts as new.
  const stored = await readCve(deps, id);
  const before = await loadOrFetchCve(deps, id, context);
  const asked = await refreshFromSources(deps, before, context);
  // From the primary: a replica may not have what was just stored.
  const after = await loadOrFetchCve(
    { ...deps, databases: { ...deps.databases, readWithFallback: primaryOnly(deps) } },
    id,
    context,
  );
  const outcomes = freshOutcomes(asked, stored, after);
  return dossierNow(deps, after, { fresh: freshWord(outcomes), outcomes });
}

function primaryOnly({ databases }: Pick<Deps, 'databases'>): Deps['databases']['readWithFallback'] {
  return (query) => query(databases.primary);
}

async function dossierAt(
  deps: MatchDeps & Pick<Deps, 'baseUrl' | 'now' | 'siteUrl'>,
  id: string,
  { at, clock }: Moment,
): Promise<PreserialisedJson> {
  const knowledge = await knowledgeAt(deps, id, at, clock);
  const { epss } = knowledge.facts;
  const coverage = await loadPastCoverage(deps.sourceStates, knowledge);
  const score = epss === null ? null : await deps.databases.readWithFallback((db) => scoreEvidence(db, epss.date));
  const known = await withVerdicts(deps, knowledge, knowledge.moment);
  // What else was known of the packages on a past day is not looked up: such advice is never safe to follow alone.
  const advised = adviseDossier(reconcileRecords(known.facts), NOT_JUDGED);
  const past = { at: at.toISOString(), basis: knowledge.basis };
  return composeDossier(deps, { knowledge: known, advised, coverage, score, past });
}
