import { compareText } from '../../ids/order.ts';
import type { Assertion, Bound, Claim, Evaluation, Proof, Verdict } from '../../ranges/model.ts';
import { isEnrichment } from '../../records/record-kinds.ts';
import type { SubjectKind } from '../../records/subject-kind.ts';
import type { Identity } from '../match.ts';
import { STRENGTHS, type Strength } from './strength.ts';

/** What one record comes to: the entry of it that decides, and how. */
export interface RecordOutcome {
  readonly source: string;
  readonly id: string;
  readonly sha256: string | null;
  readonly verdict: Verdict;
  readonly identity: Identity;
  readonly evaluation: Evaluation;
  readonly strength: Strength;
  /** The record clears the version: it says so, or every range that it gives excludes the version. */
  readonly clears: boolean;
  /** What kind of subject the deciding entry is about. */
  readonly kind: SubjectKind;
  readonly assertion: Assertion;
}

/**
 * The entry of one record that decides, and that every interface shows; null only without entries. Which one it is depends on what the
 * entries say alone, never on their order: an erratum names several builds of one package. Whoever assigned a CVE knows better than who
 * enriched the record later; the latter counts where the former leaves it open.
 */
export function decidingEntry(outcomes: readonly RecordOutcome[]): RecordOutcome | null {
  const own = deciding(outcomes.filter(({ assertion }) => !isEnrichment(assertion.record)));
  return own === null || own.verdict === 'unknown' ? deciding(outcomes) : own;
}

/** A build that an RPM erratum names as fixed is fixed, whatever is said of other streams of the release. */
export function isTheFixedBuild({ kind, identity, evaluation: { proof } }: RecordOutcome): boolean {
  return kind === 'build' && identity.rule === 'asked_ecosystem' && isFixedRpm(proof);
}

/** Whether the version is the very build that a range ends with; tools leave out the epoch of either. */
export function isFixedRpm({ comparator, bound, question }: Proof): boolean {
  if (comparator !== 'rpm' || bound?.type !== 'fixed' || question.version == null) return false;
  return bound.version === question.version || bound.version.replace(/^\d{1,9}:/, '') === question.version;
}

/** An entry that affects the version decides; then one in doubt; a range of commits only where no other entry decides. */
function deciding(outcomes: readonly RecordOutcome[]): RecordOutcome | null {
  if (outcomes.length < 2) return outcomes[0] ?? null;
  const affected = outcomes.filter(({ verdict }) => verdict === 'affected');
  const clean = first(outcomes.filter(({ verdict }) => verdict === 'not_affected'));
  const doubts = outcomes.filter(
    ({ verdict, evaluation }) =>
      verdict === 'unknown' && (clean === null || evaluation.proof.reason !== 'git_without_graph'),
  );
  const ordered = doubts.filter((each) => !isOfCommits(each));
  return (
    first(outcomes.filter(isTheFixedBuild)) ??
    first(affected.filter(({ strength }) => strength === strongest(affected))) ??
    first(ordered.length > 0 ? ordered : doubts) ??
    clean
  );
}

/** Without a version every entry is in doubt; one that gives versions names the fix. */
function isOfCommits({ evaluation, assertion }: RecordOutcome): boolean {
  return evaluation.proof.reason === 'no_version' && assertion.claims.every(({ type }) => type === 'git');
}

function strongest(outcomes: readonly RecordOutcome[]): Strength | undefined {
  return STRENGTHS.find((each) => outcomes.some(({ strength }) => strength === each));
}

/** By a total order of what entries say: the heaviest identity, then by text. */
function first(outcomes: readonly RecordOutcome[]): RecordOutcome | null {
  return outcomes.reduce<RecordOutcome | null>(
    (least, each) => (least === null || compareEntries(each, least) < 0 ? each : least),
    null,
  );
}

function compareEntries(a: RecordOutcome, b: RecordOutcome): number {
  return (
    b.identity.weight - a.identity.weight ||
    compareLists(decidedBy(a), decidedBy(b)) ||
    compareText(a.assertion.defaultStatus, b.assertion.defaultStatus) ||
    compareClaims(a.assertion.claims, b.assertion.claims)
  );
}

function decidedBy({ evaluation: { proof }, assertion: { subject, record } }: RecordOutcome): readonly string[] {
  const { ecosystem, vendor, name } = subject;
  return [proof.reason, proof.range?.words, proof.listed, ecosystem, vendor, name, record.by].map((text) => text ?? '');
}

/** What decided may be the same in two entries; all of what they say is not, unless they are one. */
function compareClaims(a: readonly Claim[], b: readonly Claim[]): number {
  for (const [i, claim] of a.entries()) {
    const other = b[i];
    const order = other === undefined ? 1 : compareLists(textsOf(claim), textsOf(other));
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

/** Entries of a large record are compared again for every version. */
const TEXTS = new WeakMap<Claim, readonly string[]>();

function textsOf(claim: Claim): readonly string[] {
  const known = TEXTS.get(claim);
  if (known !== undefined) return known;
  const texts = listTexts(claim);
  TEXTS.set(claim, texts);
  return texts;
}

function listTexts(claim: Claim): readonly string[] {
  const { status, kind, caveats, conditions } = claim;
  const said = [status, kind, ...caveats, '', ...conditions, ''];
  if (claim.type === 'opaque') return [...said, claim.text];
  if (claim.type === 'list') return [...said, ...claim.versions];
  const bounds =
    claim.type === 'range' ? claim.intervals.flatMap(({ from, to }) => [boundText(from), boundText(to)]) : [];
  return [...said, ...claim.events.flatMap(({ type, version }) => [type, version]), '', ...bounds];
}

function boundText(bound: Bound | null): string {
  return bound === null ? '' : `${bound.version} ${bound.inclusive} ${bound.line}`;
}

function compareLists(a: readonly string[], b: readonly string[]): number {
  const place = a.findIndex((text, i) => text !== b[i]);
  return place === -1 ? a.length - b.length : compareText(a[place] ?? '', b[place] ?? '');
}
