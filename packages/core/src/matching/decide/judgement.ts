import { compareText } from '../../ids/order.ts';
import { isEnrichment, isFuzzReport } from '../../records/record-kinds.ts';
import { isTheFixedBuild, type RecordOutcome } from '../evaluate/deciding-entry.ts';
import { isEveryVersion, STRENGTHS } from '../evaluate/strength.ts';
import type { RecordFact } from '../facts.ts';
import type { CollectionEvidence } from '../match.ts';
import { EXACT_FROM, isOfAnotherSubject } from '../resolve/identity-rules.ts';
import type { NamingIssue } from '../resolve/tracked.ts';
import { isCve } from '../resolve/vulnerabilities.ts';
import type { CollectionSays } from './collection-says.ts';
import { type CONFIDENCE_RULES, type ConfidenceRuleId, confidenceRule, isExact, isLikely } from './confidence.ts';

/** Everything known about one vulnerability of one package. */
export interface Gathered {
  readonly ids: readonly string[];
  readonly outcomes: readonly RecordOutcome[];
  readonly issues: readonly NamingIssue[];
  readonly records: readonly Pick<RecordFact, 'source' | 'id' | 'rejected'>[];
}

/** What a vulnerability comes to for one package at one version. */
export interface Judgement {
  /** `possible` never counts as affected and never reads as clean. */
  readonly outcome: 'affected' | 'possible' | 'fixed_by_patch' | 'not_affected';
  readonly rule: (typeof CONFIDENCE_RULES)[number];
  /** The records that support the outcome `affected` or `possible`, strongest first. */
  readonly supporting: readonly RecordOutcome[];
  /** The records that clear the version, strongest first. */
  readonly clearing: readonly RecordOutcome[];
  readonly said: readonly CollectionEvidence[];
  readonly patches: ReturnType<CollectionSays['patches']>['applied'];
  readonly issues: readonly NamingIssue[];
}

/**
 * The one decision about (package, version, vulnerability). Null where nothing about the package is said.
 *
 * 1. Statements about the package itself decide. Those about somebody else's package of it (a repackaging, another registry)
 *    decide only where the former leave the version open.
 * 2. What clears the version under a sure identity outranks what matches by name. A statement about the package that cannot be
 *    evaluated leaves a doubt, whatever others say.
 * 3. An issue of the tracker never decides a version: cleared by a record it is stale, otherwise it leaves a possible match.
 */
export function judgeVulnerability(
  gathered: Gathered,
  version: string | null,
  collection: CollectionSays,
): Judgement | null {
  const { ids } = gathered;
  const rejected = rejectedCves(gathered);
  const ranked = gathered.outcomes.filter(({ id }) => !rejected.has(id)).toSorted(byProof);
  const isRejected = rejected.size > 0 && ids.filter(isCve).every((id) => rejected.has(id));
  const deciding = decidingStatements(ranked);
  const cleared = deciding.filter(({ clears, identity }) => clears && isLikely(identity));
  const clearing = withoutEnrichments(cleared, ranked);
  const isSurelyClear = clearing.some((one) => isExact(one.identity) && !isEnriched(one));
  const affected = deciding.filter(
    ({ verdict, identity }) => verdict === 'affected' && (!isSurelyClear || isLikely(identity)),
  );
  const doubtful = ranked.filter(isDoubtful);
  const said = isRejected ? [] : collection.knownVulnerabilities(ids);
  const supporting = affected.length > 0 ? affected : doubtsLeft(doubtful, clearing);
  const patches = collection.patches(ids);
  const judgement = { supporting, clearing, said, patches: patches.applied, issues: gathered.issues };
  const decided = (id: ConfidenceRuleId): Judgement => ({ ...judgement, ...outcomeBy(id, version) });

  if (isRejected) return supporting.some(({ identity }) => isLikely(identity)) ? decided('rejected') : null;
  const isSupported = supporting.length > 0 || said.length > 0;
  if (!isSupported && clearing.length > 0) {
    return { ...judgement, outcome: 'not_affected', rule: confidenceRule('contradicted') };
  }
  if (!isSupported && gathered.issues.length === 0) return null;
  if (patches.byDocument) return decided('patched_by_document');
  if (patches.everywhere) return decided('patched');
  if (said.length > 0) return decided('collection_says');
  return decided(ruleFor(version, affected, judgement, cleared));
}

function ruleFor(
  version: string | null,
  affected: readonly RecordOutcome[],
  { supporting, clearing, issues }: Pick<Judgement, 'supporting' | 'clearing' | 'issues'>,
  cleared: readonly RecordOutcome[],
): ConfidenceRuleId {
  if (version === null) {
    const identities = [...supporting, ...issues].map(({ identity }) => identity);
    return identities.some(isExact) ? 'exact_no_version' : 'possible';
  }
  if (affected.length === 0) return supporting.length > 0 ? 'undecided' : 'tracked_unstated';
  if (affected.every(isUnbounded) && issues.some(isFixed)) return 'fixed_in_collection';
  const confirmed = affected.filter(({ strength }) => strength !== 'weak');
  const firm = confirmed.filter(({ identity, strength }) => isExact(identity) && strength === 'firm');
  // The product that prose names may be what a plug-in is made for.
  const firstHand = firm.filter((one) => !isEnriched(one));
  const isFirm = firstHand.length > 0;
  const surest = Math.max(0, ...clearing.map(({ identity }) => identity.weight));
  const isOutweighed = surest >= EXACT_FROM || affected.every(({ identity }) => identity.weight <= surest);
  if (!isFirm && clearing.length > 0 && isOutweighed) return 'contradicted';
  if (isFirm) return isDisputed(firstHand, cleared) ? 'exact_disputed' : 'exact_confirmed';
  if (firm.length > 0) return 'exact_enriched';
  const partial = confirmed.filter(({ identity }) => isExact(identity));
  if (partial.length > 0) return partial.every(isFuzzed) ? 'fuzz_finding' : 'exact_partial';
  const isLikelyFirm = confirmed.some(({ identity, strength }) => isLikely(identity) && strength === 'firm');
  return isLikelyFirm ? 'likely_confirmed' : 'possible';
}

/** An enrichment disputes what one record says of a range, not what two say, and no version that is named letter by letter. */
function isDisputed(firm: readonly RecordOutcome[], cleared: readonly RecordOutcome[]): boolean {
  const exact = cleared.filter(({ identity }) => isExact(identity));
  if (exact.some((one) => !isEnriched(one))) return true;
  return exact.length > 0 && firm.length === 1 && firm[0]?.evaluation.proof.listed === null;
}

/** Whether a fuzzer alone says so. */
export function isFuzzed({ assertion: { record } }: RecordOutcome): boolean {
  return isFuzzReport(record);
}

/** A range that names every version was written before the fix, or by somebody who did not know of it. */
function isUnbounded({ evaluation: { proof } }: RecordOutcome): boolean {
  return isEveryVersion(proof);
}

function isFixed({ issue, identity }: NamingIssue): boolean {
  return issue.fixed && issue.state === 'closed' && isLikely(identity);
}

const PATCHED: ReadonlySet<ConfidenceRuleId> = new Set(['patched', 'patched_by_document']);

/** Without a version nothing is affected: a record may apply. */
function outcomeBy(id: ConfidenceRuleId, version: string | null): Pick<Judgement, 'outcome' | 'rule'> {
  const rule = confidenceRule(id);
  if (PATCHED.has(id)) return { rule, outcome: 'fixed_by_patch' };
  return { rule, outcome: rule.confidence === 'low' || version === null ? 'possible' : 'affected' };
}

/** Statements about the package itself where one of them decides the version; otherwise all. */
function decidingStatements(outcomes: readonly RecordOutcome[]): readonly RecordOutcome[] {
  const built = outcomes.filter(isTheFixedBuild);
  if (built.length > 0) return built;
  const own = outcomes.filter(({ identity }) => isExact(identity) && !isOfAnotherSubject(identity));
  return own.some((one) => one.verdict === 'affected' || (one.clears && !isByDefault(one) && !isEnriched(one)))
    ? outcomes.filter(({ identity }) => !isOfAnotherSubject(identity))
    : outcomes;
}

/** An enrichment clears nothing where somebody else gives bounds that include the version. */
function withoutEnrichments(
  clearing: readonly RecordOutcome[],
  outcomes: readonly RecordOutcome[],
): readonly RecordOutcome[] {
  const isBounded = outcomes.some(
    (one) => one.verdict === 'affected' && one.strength === 'firm' && isLikely(one.identity) && !isEnriched(one),
  );
  return isBounded ? clearing.filter((one) => !isEnriched(one)) : clearing;
}

function isEnriched({ assertion: { record } }: RecordOutcome): boolean {
  return isEnrichment(record);
}

/** Whether a record clears the version because it lists other versions, one by one: its author may have tested no more. */
function isByDefault({ evaluation: { proof } }: RecordOutcome): boolean {
  return proof.reason === 'outside' && proof.bound === null;
}

/** CVEs of the group that the CVE list rejected. */
export function rejectedCves({ records }: Pick<Gathered, 'records'>): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ rejected, id, source }) => (rejected && source === 'cve_list_v5' && isCve(id) ? [id] : [])),
  );
}

/**
 * Commits say nothing of a version; where they are all there is, only a record that is surely about the package leaves a doubt. A
 * collection that keeps upstream names hints at the package also where the version cannot be compared with its own.
 */
function isDoubtful({ verdict, identity, evaluation }: RecordOutcome): boolean {
  if (verdict !== 'unknown') return false;
  if (evaluation.proof.reason === 'git_without_graph') return isExact(identity);
  return isLikely(identity) || identity.rule === 'upstream_name';
}

/**
 * What stays in doubt where something clears the version. A statement about the package itself that cannot be evaluated leaves
 * its doubt, unless who enriched it gives the range that it lacks; commits give way to a range of versions, and what is said of another
 * subject gives way to what is said of this one.
 */
function doubtsLeft(doubtful: readonly RecordOutcome[], clearing: readonly RecordOutcome[]): readonly RecordOutcome[] {
  if (clearing.length === 0) return doubtful;
  const enriched = new Set(clearing.flatMap((one) => (isEnriched(one) ? [one.id] : [])));
  return doubtful.filter(
    ({ id, identity, evaluation }) =>
      !isOfAnotherSubject(identity) && evaluation.proof.reason !== 'git_without_graph' && !enriched.has(id),
  );
}

/** Strongest proof first: identity, then how firm the range is, then source and id, so that the order is one. */
function byProof(a: RecordOutcome, b: RecordOutcome): number {
  return (
    Number(isExact(b.identity)) - Number(isExact(a.identity)) ||
    STRENGTHS.indexOf(a.strength) - STRENGTHS.indexOf(b.strength) ||
    b.identity.weight - a.identity.weight ||
    compareText(`${a.source} ${a.id}`, `${b.source} ${b.id}`)
  );
}
