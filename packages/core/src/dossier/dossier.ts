import {
  type AdvisedVulnerability,
  adviseVulnerability,
  type JudgedSubjects,
  NOT_JUDGED,
  rankIssues,
} from '../advice/advise-vulnerability.ts';
import { evidenceAge } from '../advice/automation.ts';
import type { VulnerabilityAdvice } from '../advice/model.ts';
import { type AdviceSubject, joinSubjects } from '../advice/subjects.ts';
import { cveListMetadata } from '../records/cve-list.ts';
import { type Canonical, canonicalOf } from './canonical.ts';
import { conflictsOf } from './conflicts.ts';
import { type Evidence, readEvidence } from './evidence.ts';
import type { CveFacts, SourceCoverage } from './facts.ts';
import { type AdvisedRecords, type AgentHints, type HintsMoment, type JudgedFixedVersion, toHints } from './hints.ts';
import { type KnownFixedVersion, type KnownFixes, knownFixes } from './known-fixes.ts';
import { type Quality, qualityOf } from './quality.ts';

/** What the records of a CVE come to, before anything else is known about the packages that they name. */
export interface Reconciled {
  readonly evidence: Evidence;
  readonly canonical: Canonical;
  readonly fixes: KnownFixes;
  readonly quality: Quality;
  /** What can be moved to another version. */
  readonly subjects: readonly AdviceSubject[];
}

/** The computed members of the dossier, and the evidence they were computed from. */
export interface Dossier extends AdvisedRecords {
  readonly subjects: readonly AdviceSubject[];
  readonly agentHints: AgentHints;
}

/** Reconciles what the sources say about one CVE. */
export function reconcileRecords(facts: CveFacts): Reconciled {
  const evidence = readEvidence(facts);
  const canonical = canonicalOf(evidence);
  const quality = qualityOf(evidence, canonical, conflictsOf(evidence));
  const { affectedPackages } = canonical;
  const subjects = joinSubjects(affectedPackages, evidence.claims);
  return { evidence, canonical, fixes: knownFixes(affectedPackages), quality, subjects };
}

/** Adds advice, which depends on everything that is known about the packages. */
export function adviseDossier(
  reconciled: Reconciled,
  judged: JudgedSubjects,
): AdvisedRecords & Pick<Dossier, 'subjects'> {
  const { evidence, canonical, fixes, quality, subjects } = reconciled;
  const known: AdvisedVulnerability = {
    availability: canonical.availability,
    title: canonical.title,
    isExploited: canonical.kev !== null,
    isFixDisputed: quality.conflicts.some(({ code }) => code === 'FIX_DISAGREES'),
    subjects,
    replacedBy: evidence.facts.cveList === null ? [] : cveListMetadata(evidence.facts.cveList.value).replacedBy,
  };
  const advice: VulnerabilityAdvice = adviseVulnerability(known, judged);
  const versions = fixes.versions.map((fix) => judgeFix(fix, subjects, judged));
  return { evidence, canonical, quality, subjects, advice, fixes: { state: fixes.state, versions } };
}

/** Adds advice and what an agent is told. Without `judged`, no fixed version counts as checked. */
export function completeDossier(reconciled: Reconciled, judged: JudgedSubjects, moment: HintsMoment): Dossier {
  const advised = adviseDossier(reconciled, judged);
  return { ...advised, agentHints: toHints(advised, moment) };
}

/** Reconciles the records and gives advice in one step. */
export function reconcileCve(
  facts: CveFacts,
  coverage: readonly SourceCoverage[],
  {
    judged = NOT_JUDGED,
    ...moment
  }: { readonly judged?: JudgedSubjects } & Partial<Pick<HintsMoment, 'askedLately' | 'isPast'>> = {},
): Dossier {
  return completeDossier(reconcileRecords(facts), judged, {
    age: evidenceAge(coverage),
    askedLately: false,
    isPast: false,
    ...moment,
  });
}

function judgeFix(
  fix: KnownFixedVersion,
  subjects: readonly AdviceSubject[],
  { linesOf, rate }: JudgedSubjects,
): JudgedFixedVersion {
  const subject = subjects.find(
    ({ ecosystem, name }) =>
      ecosystem === fix.ecosystem &&
      (ecosystem === null ? name.toLowerCase() === fix.name.toLowerCase() : name === fix.name),
  );
  const issues = subject === undefined ? null : (linesOf(subject)?.issuesAt(fix.version) ?? null);
  return { ...fix, alsoAffectedBy: issues === null ? null : rankIssues(issues, rate) };
}
