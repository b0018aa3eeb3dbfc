import { compareText } from '../../ids/order.ts';
import { rangeExpression } from '../../ranges/range-expression.ts';
import { claimInWords } from '../../ranges/words.ts';
import { reconcileSeverity } from '../../scores/severity.ts';
import { type ConfidenceRule, isLikely } from '../decide/confidence.ts';
import type { Gathered, Judgement } from '../decide/judgement.ts';
import type { RecordOutcome } from '../evaluate/deciding-entry.ts';
import type { RecordFact } from '../facts.ts';
import type {
  Against,
  ClearedVulnerability,
  IssueEvidence,
  Match,
  MatchEvidence,
  MatchSource,
  RecordEvidence,
} from '../match.ts';
import { baseOf } from '../resolve/ecosystem-kinds.ts';
import type { NamingIssue } from '../resolve/tracked.ts';
import { isCve } from '../resolve/vulnerabilities.ts';
import { fixedIn } from './fixed-in.ts';

/** So much evidence an answer carries for one match; the rest is counted. */
const MOST_EVIDENCE = 8;
const MOST_REFERENCES = 20;

/** A judged vulnerability with everything an answer shows of it. */
export interface MatchContent extends Gathered {
  readonly records: readonly RecordFact[];
}

/** One match, or null where the version is not affected. */
export function buildMatch(gathered: MatchContent, judgement: Judgement, version: string | null): Match | null {
  const { outcome, rule, supporting, clearing, said, patches } = judgement;
  if (outcome === 'not_affected') return null;
  const issues = gathered.issues.map((one) => issueEvidence(one));
  const evidence: MatchEvidence[] = [...said, ...supporting.map(recordEvidence), ...issues];
  const against: Against[] = [...patches, ...clearing.map(contrary)];
  const sources = [...new Set(evidence.map(({ source }) => source))].sort();
  const cve = cveOf(gathered);
  const id = cve ?? gathered.ids[0] ?? '';
  const best = supporting[0];
  const fix = fixedIn(supporting, version);
  return {
    cve,
    id,
    aliases: gathered.ids.filter((each) => each !== id),
    confidence: rule.confidence,
    status: outcome,
    source: contractSource(sources),
    sources,
    osvEcosystems: osvEcosystemsOf(gathered.outcomes),
    ...severityOf(gathered.records),
    title: titleOf(gathered),
    affectedVersions: best === undefined ? null : rangeExpression(best.assertion.claims),
    affectedInWords: wordsOf(best),
    fixedIn: fix?.version ?? null,
    fix,
    references: referencesOf(gathered),
    proof: proofOf(rule, evidence, against),
  };
}

/** The vulnerability as cleared; null where it is not, or where only the tracker or a patch says so. */
export function clearedVulnerability(
  gathered: Gathered,
  { outcome, clearing }: Judgement,
): ClearedVulnerability | null {
  const [best] = clearing;
  if (outcome !== 'not_affected' || best === undefined) return null;
  const cve = cveOf(gathered);
  const id = cve ?? gathered.ids[0] ?? '';
  const open = gathered.issues.filter(({ issue }) => issue.state === 'open').map(({ issue }) => issue.number);
  const { reason: said } = best.evaluation.proof;
  const reason = said === 'status_unknown' ? 'outside' : said;
  return {
    cve,
    id,
    aliases: gathered.ids.filter((each) => each !== id),
    by: contrary(best),
    reason,
    staleIssues: open,
  };
}

/** The base ecosystems in which an OSV record includes the version. */
function osvEcosystemsOf(outcomes: readonly RecordOutcome[]): string[] {
  const bases = outcomes.flatMap(({ source, verdict, assertion: { subject } }) =>
    source === 'osv' && verdict === 'affected' && subject.ecosystem !== null ? [baseOf(subject.ecosystem)] : [],
  );
  return [...new Set(bases)].sort();
}

function proofOf(
  rule: ConfidenceRule,
  evidence: readonly MatchEvidence[],
  against: readonly Against[],
): Match['proof'] {
  const left = Math.max(0, evidence.length - MOST_EVIDENCE) + Math.max(0, against.length - MOST_EVIDENCE);
  return {
    rule: rule.id,
    reason: rule.reason,
    evidence: evidence.slice(0, MOST_EVIDENCE),
    against: against.slice(0, MOST_EVIDENCE),
    left,
    overturn: overturnOf(rule, evidence),
  };
}

/** What would change the answer: the range of the record that proves most, or what is missing from the proof. */
function overturnOf({ id }: ConfidenceRule, evidence: readonly MatchEvidence[]): string {
  const [first] = evidence;
  if (id === 'patched' || id === 'patched_by_document') return 'a build without the patch would be affected';
  if (id === 'collection_says') return 'nixpkgs withdrawing its statement';
  if (first?.kind === 'record' && isLikely(first.identity)) return first.evaluation.proof.overturn;
  if (first?.kind === 'record') return 'a CPE name or package URL declared in nixpkgs';
  return 'a record that gives the versions';
}

function recordEvidence({ source, id, sha256, identity, evaluation }: RecordOutcome): RecordEvidence {
  return { kind: 'record', source, id, sha256, identity, evaluation };
}

function contrary({
  source,
  id,
  sha256,
  identity,
  evaluation,
}: RecordOutcome): Extract<Against, { kind: 'not_affected' }> {
  return { kind: 'not_affected', source, id, sha256, identity, evaluation };
}

function issueEvidence({ issue, identity }: NamingIssue): IssueEvidence {
  const { number, sha256, state, title, url } = issue;
  return { kind: 'issue', source: 'nixpkgs', id: String(number), sha256: sha256 ?? null, identity, state, title, url };
}

/** The CVE that a record or issue names, else one that is an alias. */
function cveOf({ ids, outcomes, issues }: Gathered): string | null {
  const own = [...outcomes.map(({ id }) => id), ...issues.flatMap(({ issue }) => issue.cves)].filter(
    (id) => isCve(id) && ids.includes(id),
  );
  return own.toSorted(compareText)[0] ?? ids.find(isCve) ?? null;
}

/** In this order; all that the collection's data or identifiers establish is the tracker's. */
function contractSource(sources: readonly string[]): MatchSource {
  if (sources.includes('advisory')) return 'advisory';
  return sources.includes('osv') ? 'osv' : 'pkgtracker';
}

function severityOf(records: readonly RecordFact[]): Pick<Match, 'severity' | 'score'> {
  const { chosen } = reconcileSeverity(records.flatMap(({ rejected, severities }) => (rejected ? [] : severities)));
  if (chosen === null || chosen.rating === 'none') return { severity: null, score: null };
  return { severity: chosen.rating, score: chosen.score };
}

const TITLES: readonly string[] = ['advisory', 'osv', 'cve_list_v5', 'nvd'];

function titleOf({ records, issues }: MatchContent): string | null {
  const titled = records.filter(({ title, rejected }) => title !== null && !rejected).toSorted(byTitleSource);
  return titled[0]?.title ?? issues[0]?.issue.title ?? null;
}

function byTitleSource(a: RecordFact, b: RecordFact): number {
  return TITLES.indexOf(a.source) - TITLES.indexOf(b.source) || compareText(a.id, b.id);
}

function referencesOf({ records, issues }: MatchContent): string[] {
  const sorted = records.filter(({ rejected }) => !rejected).toSorted(byTitleSource);
  const all = [...sorted.flatMap(({ references }) => references), ...issues.map(({ issue }) => issue.url)];
  return [...new Set(all)].slice(0, MOST_REFERENCES);
}

/** Where an entry holds by default, its ranges are those that are not affected. */
function wordsOf(outcome: RecordOutcome | undefined): string | null {
  if (outcome === undefined) return null;
  const { range, reason } = outcome.evaluation.proof;
  if (reason !== 'default_status') return range?.words ?? (outcome.verdict === 'affected' ? 'every version' : null);
  const spared = outcome.assertion.claims.flatMap((claim) =>
    claim.status === 'unaffected' ? [claimInWords(claim)] : [],
  );
  return spared.length === 0 ? 'every version' : `every version but: ${spared.slice(0, 8).join('; or ')}`;
}
