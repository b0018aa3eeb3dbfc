import { askPackage } from '../ranges/ask.ts';
import { evaluate } from '../ranges/evaluate.ts';
import type { Assertion, Evaluation, Verdict } from '../ranges/model.ts';
import { isAboutABuild } from './distributions.ts';
import { baseOf } from './ecosystem-kinds.ts';
import type { FoundAssertion, MatchFacts, MatchQuestion } from './facts.ts';
import { type IdentityContext, identityOf, type Pointers } from './identity.ts';
import { POSSIBLE_FROM } from './identity-rules.ts';
import type { Identity } from './match.ts';
import { type Strength, strengthOf } from './strength.ts';
import type { TrackedNames } from './tracked.ts';

/** What one record comes to: the entry of it that decides, and how. */
export interface RecordOutcome {
  readonly source: string;
  readonly id: string;
  readonly sha256: string | null;
  readonly verdict: Verdict;
  readonly identity: Identity;
  readonly evaluation: Evaluation;
  readonly strength: Strength;
  readonly assertion: Assertion;
}

/** Within one record, an entry whose identity is this much weaker than the best is about something else. */
const SAME_WITHIN = 0.8;

/** The entries of one record that may be about what was asked, and how each is. The version plays no part in it. */
export type MeantRecord = readonly { readonly found: FoundAssertion; readonly identity: Identity }[];

/** The records that speak of what was asked about, each with one entry or more; withdrawn records never do. */
export function meantRecords(facts: MatchFacts, context: IdentityContext, tracked: TrackedNames): MeantRecord[] {
  const pointers = pointersById(facts);
  const standing = facts.found.filter(({ assertion }) => !assertion.withdrawn);
  const records = Map.groupBy(standing, ({ assertion: { record } }) => `${record.source}\n${record.id}`);
  return [...records.values()].flatMap((entries) => {
    const alone = isAloneIn(entries);
    const meant = entries.flatMap((found) => {
      if (isAboutABuild(found.assertion)) return [];
      const { record, subject } = found.assertion;
      const own = identityOf(subject, context, pointers.get(record.id) ?? null);
      const identity = stronger(own, tracked.identityOf(record.id, subject, own !== null || alone));
      return identity === null || identity.weight < POSSIBLE_FROM ? [] : [{ found, identity }];
    });
    const most = Math.max(...meant.map(({ identity }) => identity.weight));
    const close = meant.filter(({ identity }) => identity.weight >= most * SAME_WITHIN);
    return close.length === 0 ? [] : [close];
  });
}

/** What a record comes to for the version of the question; null only for a record without entries. */
export function outcomeOf(record: MeantRecord, question: MatchQuestion): RecordOutcome | null {
  return decidingByAuthor(record.map(({ found, identity }) => outcome(found, identity, question)));
}

/** One outcome for each record that speaks of what was asked about. */
export function outcomesOf(facts: MatchFacts, context: IdentityContext, tracked: TrackedNames): RecordOutcome[] {
  return meantRecords(facts, context, tracked).flatMap((record) => outcomeOf(record, facts.question) ?? []);
}

/** Whoever assigned a CVE knows better than who enriched the record later; the latter counts where the former leaves it open. */
function decidingByAuthor(outcomes: readonly RecordOutcome[]): RecordOutcome | null {
  const own = deciding(outcomes.filter(({ assertion }) => assertion.record.by !== ENRICHER));
  return own === null || own.verdict === 'unknown' ? deciding(outcomes) : own;
}

const ENRICHER = 'CISA-ADP';

/** Any of a record's entries that holds decides; then one that is in doubt; a range of commits only where no other says anything. */
function deciding(outcomes: readonly RecordOutcome[]): RecordOutcome | null {
  const ranked = outcomes.toSorted(byWeight);
  const affected = ranked.filter(({ verdict }) => verdict === 'affected').toSorted((a, b) => rank(a) - rank(b));
  const clean = ranked.find(({ verdict }) => verdict === 'not_affected') ?? null;
  const doubts = ranked.filter(({ verdict }) => verdict === 'unknown');
  const doubt = doubts.find(({ evaluation }) => clean === null || evaluation.proof.reason !== 'git_without_graph');
  return affected[0] ?? doubt ?? clean;
}

const STRENGTHS: readonly Strength[] = ['firm', 'partial', 'weak'];

function rank({ strength }: RecordOutcome): number {
  return STRENGTHS.indexOf(strength);
}

/** Ties are broken by what the entry says, never by where it stood. */
function byWeight(a: RecordOutcome, b: RecordOutcome): number {
  if (a.identity.weight !== b.identity.weight) return b.identity.weight - a.identity.weight;
  const [first, second] = [a, b].map(({ evaluation: { proof }, assertion }) =>
    JSON.stringify([
      proof.reason,
      proof.range?.words ?? '',
      proof.listed,
      assertion.subject,
      assertion.record.by ?? '',
    ]),
  );
  return (first ?? '') < (second ?? '') ? -1 : (first ?? '') > (second ?? '') ? 1 : 0;
}

function outcome({ assertion, sha256 }: FoundAssertion, identity: Identity, question: MatchQuestion): RecordOutcome {
  const evaluation = evaluated(assertion, question, identity);
  const { source, id } = assertion.record;
  const verdict = isPastTheEnd(evaluation) ? 'not_affected' : evaluation.verdict;
  return { source, id, sha256, verdict, identity, evaluation, strength: strengthOf(evaluation), assertion };
}

/** By the ecosystem's own rules; a release that nobody named leaves its mark. */
function evaluated(stated: Assertion, question: MatchQuestion, { rule }: Identity): Evaluation {
  const { version } = question;
  const assertion: Assertion = contradictsItself(stated) ? { ...stated, otherwise: 'unknown' } : stated;
  const { ecosystem, name } = assertion.subject;
  const whole = evaluate(assertion, { version });
  if (ecosystem === null) return whole;
  const named = rule === 'asked_ecosystem' ? (question.ecosystem ?? ecosystem) : ecosystem;
  const asked = rule === 'distribution_name' ? baseOf(ecosystem) : named;
  return askPackage([assertion], { ecosystem: asked, name, version })[0] ?? whole;
}

/** Whoever gives ranges of what is affected, and says that all else is affected too, has not meant the second. */
function contradictsItself({ otherwise, claims }: Assertion): boolean {
  if (otherwise !== 'affected' || claims.length === 0) return false;
  return !claims.some(({ status, type }) => status === 'unaffected' && type !== 'list');
}

/**
 * A CVE record that states no default leaves it open what lies outside of its ranges. That is no match: the version is past
 * the end that the record gives. It is no word against one either.
 */
function isPastTheEnd({ proof }: Evaluation): boolean {
  return proof.reason === 'status_unknown' && (proof.bound?.type === 'fixed' || proof.bound?.type === 'last_affected');
}

/** What a record, or another source's record of the same id, points to. */
function pointersById({ records }: MatchFacts): ReadonlyMap<string, Pointers> {
  return new Map(
    [...Map.groupBy(records, ({ id }) => id)].map(([id, facts]) => [
      id,
      {
        references: facts.flatMap(({ references }) => references),
        homes: facts.flatMap(({ homes }) => homes ?? []),
        targets: new Map(
          facts.flatMap(({ targets }) => (targets ?? []).map(({ product, target }) => [product, target])),
        ),
      },
    ]),
  );
}

/** Whether all entries of a record are about one product. */
function isAloneIn(entries: readonly FoundAssertion[]): boolean {
  const names = entries.flatMap(({ assertion }) =>
    isAboutABuild(assertion) ? [] : [assertion.subject.name.toLowerCase()],
  );
  return new Set(names).size === 1;
}

function stronger(a: Identity | null, b: Identity | null): Identity | null {
  if (a === null || b === null) return a ?? b;
  return b.weight > a.weight ? b : a;
}
