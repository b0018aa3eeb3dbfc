import { compareText } from '../ids/order.ts';
import type { RecordOutcome } from './outcomes.ts';
import { ENRICHER, type Strength } from './strength.ts';

/**
 * The entry of one record that decides, and that every interface shows; null only without entries. Which one it is depends on what the
 * entries say alone, never on their order: an erratum names several builds of one package. Whoever assigned a CVE knows better than who
 * enriched the record later; the latter counts where the former leaves it open.
 */
export function decidingEntry(outcomes: readonly RecordOutcome[]): RecordOutcome | null {
  const own = deciding(outcomes.filter(({ assertion }) => assertion.record.by !== ENRICHER));
  return own === null || own.verdict === 'unknown' ? deciding(outcomes) : own;
}

/** A build that an RPM erratum names as fixed is fixed, whatever is said of other streams of the release. */
export function isTheFixedBuild({ kind, identity, clears, evaluation: { proof } }: RecordOutcome): boolean {
  if (kind !== 'build' || proof.comparator !== 'rpm' || identity.rule !== 'asked_ecosystem' || !clears) return false;
  return proof.bound?.type === 'fixed' && proof.bound.version === proof.question.version;
}

/** Any of a record's entries that holds decides; then one that is in doubt; a range of commits only where no other says anything. */
function deciding(outcomes: readonly RecordOutcome[]): RecordOutcome | null {
  const ranked = outcomes.toSorted(byWeight);
  const built = ranked.find(isTheFixedBuild);
  if (built !== undefined) return built;
  const affected = ranked.filter(({ verdict }) => verdict === 'affected').toSorted((a, b) => rank(a) - rank(b));
  const clean = ranked.find(({ verdict }) => verdict === 'not_affected') ?? null;
  const doubts = ranked
    .filter(({ verdict }) => verdict === 'unknown')
    .toSorted((a, b) => Number(isOfCommits(a)) - Number(isOfCommits(b)));
  const doubt = doubts.find(({ evaluation }) => clean === null || evaluation.proof.reason !== 'git_without_graph');
  return affected[0] ?? doubt ?? clean;
}

/** Without a version every entry is in doubt; one that gives versions names the fix. */
function isOfCommits({ evaluation, assertion }: RecordOutcome): boolean {
  return evaluation.proof.reason === 'no_version' && assertion.claims.every(({ type }) => type === 'git');
}

const STRENGTHS: readonly Strength[] = ['firm', 'partial', 'weak'];

function rank({ strength }: RecordOutcome): number {
  return STRENGTHS.indexOf(strength);
}

/** A total order. Ties are broken by what the entry says. */
function byWeight(a: RecordOutcome, b: RecordOutcome): number {
  if (a.identity.weight !== b.identity.weight) return b.identity.weight - a.identity.weight;
  return compareText(decidedBy(a), decidedBy(b)) || compareText(stated(a), stated(b));
}

function decidedBy({ evaluation: { proof }, assertion }: RecordOutcome): string {
  const words = proof.range?.words ?? '';
  return JSON.stringify([proof.reason, words, proof.listed, assertion.subject, assertion.record.by ?? '']);
}

/** All that the entry says: what decided may be the same in two of them. */
function stated({ assertion: { claims, otherwise } }: RecordOutcome): string {
  return JSON.stringify([otherwise, claims]);
}
