import type { PackageVerdict } from '../matching/decide/verdict.ts';
import type { MatchProof } from '../matching/match.ts';
import { sourceName } from '../sources/source-name.ts';
import { againstWords, evidenceName, evidenceWords } from './proof-words.ts';
import { sentence } from './sentence.ts';

/** A match of a vulnerability with a package, as an answer about the package has it. */
export interface ExplainedMatch {
  readonly id: string;
  readonly status: 'affected' | 'possible' | 'fixed_by_patch';
  readonly confidence: string;
  readonly fixedIn: string | null;
  /** Null where the service gives none that can be read. */
  readonly proof: MatchProof | null;
}

/** That a record clears the version. */
export interface ExplainedClearance {
  readonly id: string;
  readonly source: string;
  readonly record: string;
  readonly reason: string;
  /** `fixed 1.2.3` */
  readonly bound: string | null;
  readonly staleIssues: readonly number[];
}

/** What is known of the vulnerability where no record about the package decides. */
export interface KnownElsewhere {
  /** Why there is no usable record, in a sentence; null where there is one. */
  readonly status: string | null;
  /** Packages and products that its records name. */
  readonly packages: readonly string[];
  readonly total: number;
}

interface ExplainedQuestion {
  readonly vulnerability: string;
  readonly package: string;
  /** Null: none was given. */
  readonly version: string | null;
}

/** Everything that is known of one vulnerability in one package. */
export interface ExplainedFacts extends ExplainedQuestion {
  /** About this vulnerability alone. */
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly match: ExplainedMatch | null;
  readonly cleared: ExplainedClearance | null;
  readonly elsewhere: KnownElsewhere | null;
  /** Names under which records were looked for. */
  readonly searched: readonly string[];
}

/** The proof in words, conclusion first. */
export interface Explanation {
  readonly conclusion: string;
  /** Why, in a sentence. */
  readonly reason: string;
  /** What records say, each with who says it. */
  readonly records: readonly Said[];
  readonly against: readonly string[];
  /** How many statements the answer leaves out. */
  readonly left: number;
  /** What would change the conclusion; null where nothing is known to. */
  readonly overturn: string | null;
}

interface Said {
  readonly who: string;
  readonly what: string;
}

/** Packages of others that are named. */
const NAMED = 5;

export function explain(facts: ExplainedFacts): Explanation {
  const { match, cleared } = facts;
  if (match !== null) return ofMatch(facts, match);
  if (cleared !== null) return ofClearance(facts, cleared);
  return ofNothing(facts);
}

function ofMatch(facts: ExplainedFacts, match: ExplainedMatch): Explanation {
  const where = subjectOf(facts);
  const { fixedIn, confidence, proof, status } = match;
  const fix = fixedIn === null ? 'No fixed version is known.' : `It is fixed in ${fixedIn}.`;
  const conclusion = {
    affected: facts.verdict === 'affected' ? `${match.id} affects ${where}. ${fix}` : unsure(match.id, where),
    possible: unsure(match.id, where),
    fixed_by_patch: `${match.id} is fixed in ${where} by a nixpkgs patch.${doubtOf(facts)}`,
  }[status];
  const reason = proof?.reason ?? facts.verdictReason;
  return {
    conclusion,
    reason: `${sentence(reason)} Confidence: ${confidence}.`,
    records: (proof?.evidence ?? []).map((each) => ({ who: evidenceName(each), what: evidenceWords(each) })),
    against: (proof?.against ?? []).map(againstWords),
    left: proof?.left ?? 0,
    overturn: proof === null ? null : sentence(proof.overturn),
  };
}

function ofClearance(facts: ExplainedFacts, { id, source, record, reason, bound, staleIssues }: ExplainedClearance) {
  const issues = staleIssues.map((number) => `#${number}`).join(', ');
  return {
    conclusion:
      facts.verdict === 'unknown'
        ? `A record says ${id} does not affect ${subjectOf(facts)}.${doubtOf(facts)}`
        : `${id} does not affect ${subjectOf(facts)}.`,
    reason:
      facts.verdict === 'unknown'
        ? sentence(facts.verdictReason)
        : 'A record about the package excludes this version, and no other record applies.',
    records: [{ who: `${sourceName(source)} ${record}`, what: clearanceWords(reason, bound) }],
    against: issues === '' ? [] : [`An open tracker issue still names it: ${issues}.`],
    left: 0,
    overturn: null,
  };
}

/** Why a record clears a version, in a sentence. */
export function clearanceWords(reason: string, bound: string | null): string {
  const [type, version] = bound?.split(' ') ?? [];
  const limit = version === undefined ? '' : (BOUNDS.get(type ?? '') ?? '').replace('%', version);
  if (reason === 'outside') return `The version is outside every range in the record${limit}.`;
  if (reason === 'marked_unaffected') return `The record marks the version as unaffected${limit}.`;
  return `The record excludes the version: ${reason.replaceAll('_', ' ')}${limit}.`;
}

const BOUNDS: ReadonlyMap<string, string> = new Map([
  ['fixed', '; fixed in %'],
  ['introduced', '; introduced in %'],
  ['last_affected', '; last affected version %'],
]);

function ofNothing(facts: ExplainedFacts): Explanation {
  const { vulnerability, verdict, verdictReason, elsewhere, searched } = facts;
  const where = subjectOf(facts);
  const names = searched.slice(0, NAMED).join(', ');
  const lookedFor = names === '' ? [] : [{ who: 'Searched', what: `Searched for records under ${names}.` }];
  return {
    conclusion:
      verdict === 'unknown'
        ? `We don't know whether ${vulnerability} affects ${where}.`
        : `No ${vulnerability} record names ${where}. It may still be affected.`,
    reason: sentence(elsewhere?.status ?? verdictReason),
    records: [...namedElsewhere(facts), ...lookedFor],
    against: [],
    left: 0,
    overturn: 'A record of the vulnerability that names the package.',
  };
}

function namedElsewhere({ vulnerability, elsewhere }: ExplainedFacts): Said[] {
  if (elsewhere === null) return [];
  const { packages, total } = elsewhere;
  if (packages.length === 0) return [{ who: 'Its records', what: 'They name no package or product.' }];
  const left = total - Math.min(NAMED, packages.length);
  const more = left > 0 ? ` and ${left} more` : '';
  return [{ who: `${vulnerability} records`, what: `They name ${packages.slice(0, NAMED).join(', ')}${more}.` }];
}

/** What was found is not all that there may be. */
function doubtOf({ verdict }: ExplainedFacts): string {
  return verdict === 'unknown' ? ' Not everything could be checked, so the verdict is unknown.' : '';
}

function unsure(id: string, where: string): string {
  return `${id} may affect ${where}. Needs review.`;
}

function subjectOf({ package: name, version }: ExplainedQuestion): string {
  return version === null ? `${name} (no version given)` : `${name} ${version}`;
}
