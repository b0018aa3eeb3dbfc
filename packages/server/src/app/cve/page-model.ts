import type { CoverageRow } from '@almanac/contract';
import { evidenceAge, NOT_JUDGED } from '@almanac/core/advice';
import {
  assessmentOf,
  completeDossier,
  exploitSignals,
  isAskedLately,
  lifecycleOf,
  reconcileRecords,
} from '@almanac/core/dossier';
import { aliasesOfCve } from '../../queries/cve-aliases.ts';
import { scoreHistory } from '../../queries/cve-history.ts';
import { exploitsOfCve } from '../../queries/exploits-of-cve.ts';
import { scoreEvidence } from '../../queries/score-evidence.ts';
import { judgeSubjects, listAttributes, withAttributes } from '../advice/judge-subjects.ts';
import type { Deps } from '../deps.ts';
import { rebuildCosts } from '../graph/rebuild-costs.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { asOf } from '../sources/source-states.ts';
import { issueOf, pullOf } from '../tracker/objects.ts';
import { collectionVerdicts } from './collection-verdicts.ts';
import type { LoadedCve } from './cve-facts.ts';
import { eventsOf } from './cve-tracker.ts';
import type { PastKnowledge } from './knowledge-at.ts';
import { mentions } from './lookup.ts';
import type { CvePageModel } from './page.ts';
import { provenanceOf } from './provenance.ts';
import { type VersionQuestion, versionVerdict } from './version-verdict.ts';

const SCORED_DAYS = 365;
const DAY_MS = 86_400_000;

export interface PageQuestion {
  /** The past day that the page is about; null: now. */
  readonly past: Pick<PastKnowledge, 'basis' | 'moment'> | null;
  readonly asked: VersionQuestion | null;
}

/** What the page of a CVE shows, now or at a past instant. */
export async function pageModel(
  deps: MatchDeps & Pick<Deps, 'baseUrl' | 'build' | 'graph' | 'now' | 'stagingRebuilds'>,
  knowledge: LoadedCve,
  coverage: readonly CoverageRow[],
  { past, asked }: PageQuestion,
): Promise<CvePageModel> {
  const { databases, now, baseUrl, build } = deps;
  const { facts } = knowledge;
  const moment = past?.moment ?? null;
  const at = moment?.at ?? null;
  const until = at ?? new Date(now());
  const since = new Date(until.getTime() - SCORED_DAYS * DAY_MS).toISOString().slice(0, 10);
  const { epss } = facts;
  const { packages, complete } = await collectionVerdicts(deps, knowledge, moment);
  const [aliases, exploits, scores, score] = await databases.readWithFallback((db) =>
    Promise.all([
      aliasesOfCve(db, facts.id),
      exploitsOfCve(db, facts.id, at),
      scoreHistory(db, facts.id, since),
      epss === null ? null : scoreEvidence(db, epss.date),
    ]),
  );
  const attributes = listAttributes(packages);
  const reconciled = withAttributes(reconcileRecords({ ...facts, aliases, exploits }), attributes);
  const judged = at === null ? await judgeSubjects(deps, reconciled, attributes) : { ...NOT_JUDGED, facts: new Map() };
  const dossier = completeDossier(reconciled, judged, {
    age: evidenceAge(coverage),
    askedLately: isAskedLately(coverage, now()),
    isPast: at !== null,
  });
  const last = until.toISOString().slice(0, 10);
  return {
    dossier,
    asked: asked === null ? null : await versionVerdict(deps, dossier, asked, moment, judged.facts),
    lifecycle: lifecycleOf(dossier.evidence, knowledge.tracker === null ? [] : eventsOf(facts.id, knowledge.tracker)),
    exploits: exploitSignals(dossier.evidence),
    assessment: assessmentOf(dossier),
    scores: scores.filter(({ day }) => day <= last),
    provenance: provenanceOf(knowledge, coverage, score),
    mentions: (['osv', 'advisory'] as const).flatMap((source) =>
      (mentions(knowledge, source) ?? []).map((mention) => Object.assign(mention, { source })),
    ),
    recordsLeft: knowledge.evidence.recordsLeft,
    tracker:
      knowledge.tracker === null
        ? null
        : { issues: knowledge.tracker.issues.map(issueOf), pulls: knowledge.tracker.fixes.map(pullOf) },
    packages,
    packagesComplete: complete && (knowledge.tracker?.complete ?? true),
    rebuilds: await rebuildCosts(
      deps,
      packages.map(({ attribute }) => attribute),
    ),
    coverage,
    isSelection: deps.sourceStates.selection !== null,
    asOf: asOf(coverage),
    at: at?.toISOString() ?? null,
    basis: past?.basis ?? 'observed',
    now: new Date(now()).toISOString(),
    baseUrl,
    version: build.version,
  };
}
