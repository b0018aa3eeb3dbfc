import { releaseFit } from '../../ranges/ask.ts';
import type { Doubt } from '../../ranges/model.ts';
import { joinWords } from '../../records/text.ts';
import { sourceName } from '../../sources/source-name.ts';
import type { RecordOutcome } from '../evaluate/deciding-entry.ts';
import type { MatchFacts, MatchQuestion } from '../facts.ts';
import { identityOf } from '../resolve/identity.ts';
import type { IdentityContext } from '../resolve/identity-context.ts';
import { isOfAnotherSubject } from '../resolve/identity-rules.ts';
import { isLikely } from './confidence.ts';
import { isFuzzed, type Judgement } from './judgement.ts';
import { requiredSources } from './required-sources.ts';

/** What an answer about a package comes to. */
export const PACKAGE_VERDICTS = ['affected', 'not_affected', 'none_known', 'unknown'] as const;
export type PackageVerdict = (typeof PACKAGE_VERDICTS)[number];

/** Every reason for `unknown`, with what it means. */
export const UNKNOWN_REASONS = [
  ['version_missing', 'No version was given, and records of the package exist.'],
  ['release_unknown', 'No distribution release given, and records differ by release.'],
  ['source_package_unknown', 'Records name source packages, but this package’s source is unknown.'],
  ['built_package_unknown', 'Records name built packages, but this is a source package.'],
  ['repository_kind_unknown', 'GitHub Actions are the only repositories covered; this may not be one.'],
  ['name_incomplete', 'The name lacks its group, vendor or host.'],
  ['version_unreadable', 'The version cannot be parsed in the records’ version scheme.'],
  ['range_unreadable', 'A record about the package states versions that cannot be evaluated.'],
  ['source_stale', 'A required source is out of date.'],
  [
    'not_covered',
    'A required source does not cover the package or is disabled, or this service has only some of its records.',
  ],
  ['package_unknown', 'Neither nixpkgs nor any record has this name.'],
  ['possible_match', 'A record may apply. Needs review.'],
  ['limit_reached', 'The package has more records than one response evaluates.'],
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number][0];

export interface VerdictAnswer {
  readonly verdict: PackageVerdict;
  /** Why, in a sentence. */
  readonly verdictReason: string;
  /** Empty unless the verdict is `unknown`. */
  readonly unknownReasons: readonly UnknownReason[];
  /** What `none_known` rests on; left out elsewhere. */
  readonly lookedUp?: LookedUp;
}

/** Says which name was looked up, and which sources are up to date and have no record of it. */
export interface LookedUp {
  readonly ecosystem: string | null;
  readonly name: string;
  /** The one that was asked about; null: all. */
  readonly vulnerability: string | null;
  readonly sources: string[];
}

/** What all vulnerabilities of the package come to together. */
export function verdictOf(
  facts: MatchFacts,
  context: IdentityContext,
  judgements: readonly Judgement[],
  outcomes: readonly RecordOutcome[],
): VerdictAnswer {
  const affected = judgements.filter(({ outcome }) => outcome === 'affected').length;
  const hasVersion = facts.question.version !== null;
  if (hasVersion && affected > 0) return answer('affected', `This version has ${counted(affected)}.`);
  const records = recordsOf(facts, context, outcomes);
  const reasons = unknownReasons(facts, context, judgements, records);
  if (reasons.length > 0) return { ...answer('unknown', sentenceOf(reasons)), unknownReasons: reasons };
  const cleared = judgements.some(({ outcome }) => outcome === 'not_affected' || outcome === 'fixed_by_patch');
  const besides = judgements.some(isMereCrash) ? ' Crashes reported only by a fuzzer are excluded.' : '';
  if (cleared || records.named.size > 0) {
    return answer('not_affected', `${clearedSentence([...records.named, ...clearingSources(judgements)])}${besides}`);
  }
  const sources = requiredStates(facts, context).map(({ id }) => id);
  const [vulnerability = null] = facts.vulnerability ?? [];
  const known = noneKnown(facts.question, sources, vulnerability);
  return { ...known, verdictReason: `${known.verdictReason}${besides}` };
}

/** Says what was looked up: that nothing is known must be a statement about a name and its databases. */
function noneKnown(
  { package: name, ecosystem = null }: MatchQuestion,
  sources: string[],
  vulnerability: string | null,
): VerdictAnswer {
  const where = ecosystem === null ? '' : ` in ${ecosystem}`;
  const under = vulnerability === null ? '' : ` under ${vulnerability}`;
  const list = joinWords(sources.map((id, i) => nameSource(id, i === 0)));
  const state = sources.length === 1 ? 'is up to date and has' : 'are up to date and have';
  return {
    ...answer('none_known', `${list} ${state} no record of ${name}${where}${under}.`),
    lookedUp: { ecosystem, name, vulnerability, sources },
  };
}

/** An answer that holds for every name of which nothing is known, for one of them. */
export function answerForName<A extends VerdictAnswer>(said: A, question: MatchQuestion): A {
  return said.lookedUp === undefined
    ? said
    : { ...said, ...noneKnown(question, said.lookedUp.sources, said.lookedUp.vulnerability) };
}

function nameSource(id: string, isFirst: boolean): string {
  const article = isFirst ? 'The' : 'the';
  return id === 'cve_list_v5' ? `${article} ${sourceName(id)}` : sourceName(id);
}

/**
 * What several packages of one name come to together: affected where one is, and clean only where all are. Of a name that no package
 * has nothing is known.
 */
export function worstVerdict(
  answers: readonly Pick<VerdictAnswer, 'verdict' | 'unknownReasons'>[],
): Pick<VerdictAnswer, 'verdict' | 'unknownReasons'> {
  if (answers.length === 0) return { verdict: 'unknown', unknownReasons: ['package_unknown'] };
  const verdict = WORST_FIRST.find((each) => answers.some((one) => one.verdict === each)) ?? 'unknown';
  if (verdict !== 'unknown') return { verdict, unknownReasons: [] };
  const reasons = new Set(answers.flatMap((one) => one.unknownReasons));
  return { verdict, unknownReasons: UNKNOWN_REASONS.flatMap(([id]) => (reasons.has(id) ? [id] : [])) };
}

/** Where no source has a record of the package, a patch is what clears it. */
function clearedSentence(sources: readonly string[]): string {
  if (sources.length === 0) return 'nixpkgs has a patch for every known vulnerability of the package.';
  const names = [...new Set(sources.map(sourceName))].sort();
  return `Checked against every record of the package (${names.join(', ')}); none applies.`;
}

export const WORST_FIRST: readonly PackageVerdict[] = ['affected', 'unknown', 'not_affected', 'none_known'];

function unknownReasons(
  facts: MatchFacts,
  context: IdentityContext,
  judgements: readonly Judgement[],
  { named, otherRelease, any, isPatchedElsewhere }: KnownRecords,
): UnknownReason[] {
  const { question } = facts;
  const found = new Set<UnknownReason>();
  const isKnown = named.size > 0 || otherRelease || judgements.length > 0;
  if (question.version === null && isKnown) found.add('version_missing');
  if (otherRelease && named.size === 0) found.add('release_unknown');
  // A record of the name shows that records do use it.
  if (named.size === 0 && !otherRelease) for (const gap of question.gaps ?? []) found.add(gap);
  for (const judgement of judgements) {
    const isOpen = judgement.outcome === 'possible' && !isMereCrash(judgement);
    if (question.version !== null && isOpen) found.add(reasonOf(judgement));
  }
  if (facts.vulnerability !== undefined && named.size === 0 && isPatchedElsewhere) found.add('possible_match');
  const isPlain = question.ecosystem == null && !context.inCollection;
  if (isPlain && !any && judgements.length === 0) found.add('package_unknown');
  if (facts.complete === false) found.add('limit_reached');
  for (const { state } of requiredStates(facts, context)) {
    if (state !== 'ok') found.add(NOT_COVERED.has(state) ? 'not_covered' : 'source_stale');
  }
  return UNKNOWN_REASONS.flatMap(([id]) => (found.has(id) ? [id] : []));
}

const NOT_COVERED: ReadonlySet<string> = new Set(['not_covered', 'disabled', 'not_configured']);

/** How the sources are that the coverage table requires; one that was not asked does not cover. */
function requiredStates(
  { sources, question, collection, vulnerability }: MatchFacts,
  { inCollection, ofLanguage, candidates }: IdentityContext,
): { readonly id: string; readonly state: string }[] {
  const languageWithoutEcosystem = ofLanguage && candidates.every(({ kind }) => kind === 'product');
  const required = requiredSources({ ecosystem: question.ecosystem ?? null, inCollection, languageWithoutEcosystem });
  return required.sources.map((id) => {
    const consulted = sources.find(({ source }) => source === id);
    // A question about one vulnerability needs only that vulnerability's records.
    const isSelected = vulnerability === undefined && consulted?.selection?.isWhole(question, collection) === false;
    return { id, state: consulted === undefined || isSelected ? 'not_covered' : consulted.state };
  });
}

/** A crash that a fuzzer found and that nobody has assessed or fixed is shown, and decides nothing. */
function isMereCrash({ supporting, outcome }: Judgement): boolean {
  const isWeak = supporting.every((one) => isFuzzed(one) && one.strength === 'weak');
  return outcome === 'possible' && supporting.length > 0 && isWeak;
}

/** Why a possible match is not decided. */
function reasonOf({ rule, supporting }: Judgement): UnknownReason {
  if (rule.id !== 'undecided') return 'possible_match';
  const doubts = supporting.map(({ evaluation }) => evaluation.proof.reason);
  if (doubts.some((doubt) => doubt === 'release_not_named')) return 'release_unknown';
  return doubts.every((doubt) => ABOUT_THE_VERSION.has(doubt as Doubt)) ? 'version_unreadable' : 'range_unreadable';
}

const ABOUT_THE_VERSION: ReadonlySet<Doubt> = new Set(['version_unreadable', 'update_unstated']);

const SENTENCES = new Map<UnknownReason, string>(UNKNOWN_REASONS);

function sentenceOf(reasons: readonly UnknownReason[]): string {
  return reasons.map((reason) => SENTENCES.get(reason) ?? '').join(' ');
}

interface KnownRecords {
  /** Sources with a live record under a name that is surely or likely the package's own. */
  readonly named: ReadonlySet<string>;
  /** A distribution has records of it, but of releases that the question does not name. */
  readonly otherRelease: boolean;
  /** Some record has the name, whoever it is about. */
  readonly any: boolean;
  /** A distribution or another registry has a record of its package of this name, which says little of other versions. */
  readonly isPatchedElsewhere: boolean;
}

function recordsOf(facts: MatchFacts, context: IdentityContext, outcomes: readonly RecordOutcome[]): KnownRecords {
  const { question } = facts;
  // Of one vulnerability only its own records tell.
  const speakers = facts.vulnerability === undefined ? (facts.speakers ?? []) : [];
  const named = new Set<string>();
  let otherRelease = false;
  const isNamed = (ecosystem: string | null) =>
    question.ecosystem == null || ecosystem === null || releaseFit(ecosystem, question.ecosystem) === 'same';
  const add = (ecosystem: string | null, sources: readonly string[]) => {
    if (isNamed(ecosystem)) for (const source of sources) named.add(source);
    else otherRelease = true;
  };
  for (const one of outcomes) {
    const { identity, assertion, source } = one;
    if (isLikely(identity) && !isFuzzed(one)) add(assertion.subject.ecosystem, [source]);
  }
  for (const { subject, sources } of speakers) {
    const identity = identityOf(subject, context, null);
    if (identity !== null && isLikely(identity)) add(subject.ecosystem, sources);
  }
  const any = outcomes.length > 0 || (facts.speakers?.length ?? 0) > 0;
  const isPatchedElsewhere = outcomes.some(
    (one) => isOfAnotherSubject(one.identity) && !isFuzzed(one) && !isOfModule(one),
  );
  return { named, otherRelease, any, isPatchedElsewhere };
}

/** An erratum of a module lists all that the module holds, whichever part has the flaw. */
function isOfModule({ assertion: { claims } }: RecordOutcome): boolean {
  return claims.some(
    (claim) => claim.type === 'range' && claim.events.some(({ version }) => version.includes('.module')),
  );
}

function clearingSources(judgements: readonly Judgement[]): string[] {
  return judgements.flatMap(({ clearing }) => clearing.map(({ source }) => source));
}

function counted(count: number): string {
  return count === 1 ? '1 known vulnerability' : `${count} known vulnerabilities`;
}

function answer(verdict: PackageVerdict, verdictReason: string): VerdictAnswer {
  return { verdict, verdictReason, unknownReasons: [] };
}

/**
 * Of several places of the collection that carry a name, the one to show: one that is affected, else one that could not be checked, else
 * the first. What is said of a name is no better than the worst that goes by it. `verdictOf` gives null where a place was not judged.
 */
export function mostTelling<P>(places: readonly P[], verdictOf: (place: P) => PackageVerdict | null): P | undefined {
  const withVerdict = (verdict: PackageVerdict) => places.find((place) => (verdictOf(place) ?? 'unknown') === verdict);
  return withVerdict('affected') ?? withVerdict('unknown') ?? places[0];
}
