import type { PackageAdvice } from '../advice/model.ts';
import type { RecordHash } from '../decisions/model.ts';
import type { LookedUp, PackageVerdict, UnknownReason, VerdictAnswer } from '../matching/decide/verdict.ts';
import type { Match } from '../matching/match.ts';
import { recordsOfMatch } from '../matching/match.ts';
import { type MatchResult, surestFirst } from '../matching/match-package.ts';
import type { FindingSeverity } from '../sbom/finding-severity.ts';
import type { PurlQuestion } from './purl-question.ts';

/** Matches in one brief answer; the rest is counted. */
const MOST_SHOWN = 50;

/** A match in a few words, as `POST /purls` answers it. */
export interface BriefMatch extends Pick<Match, 'id' | 'confidence' | 'status'> {
  readonly aliases: string[];
  readonly severity?: FindingSeverity;
  readonly score?: number;
  readonly title?: string;
  /** `unknown` where no record gives a range. */
  readonly affectedVersions: string;
  readonly fixedIn?: string;
  readonly sources: string[];
  readonly records: RecordHash[];
}

interface Judged {
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly unknownReasons: UnknownReason[];
  readonly lookedUp?: LookedUp;
  readonly total: number;
}

/** A result in a few words, each match with the ids by which more can be asked about it. */
export interface BriefResult extends Judged {
  readonly shown: readonly (Pick<Match, 'id' | 'aliases'> & { readonly brief: BriefMatch })[];
}

/** A result in a few words. */
export function briefResult(result: Pick<MatchResult, 'matches' | 'otherMatches' | keyof VerdictAnswer>): BriefResult {
  const { matches, otherMatches, verdict, verdictReason, unknownReasons, lookedUp } = result;
  const sorted = [...matches, ...otherMatches].toSorted(surestFirst);
  return {
    verdict,
    verdictReason,
    unknownReasons: [...unknownReasons],
    ...(lookedUp === undefined ? {} : { lookedUp }),
    total: sorted.length,
    shown: sorted.slice(0, MOST_SHOWN).map((match) => Object.assign(idsOnly(match), { brief: briefMatch(match) })),
  };
}

function idsOnly({ id, aliases }: Match): Pick<Match, 'id' | 'aliases'> {
  return { id, aliases };
}

/** A match in a few words, with the records that a decision about it rests on. */
export function briefMatch(match: Match): BriefMatch {
  return { ...shortMatch(match), records: recordsOfMatch(match) };
}

/** What every short answer says of a match; unknown members are left out. */
export function shortMatch(match: Match): Omit<BriefMatch, 'records'> {
  const { id, aliases, confidence, status, severity, score, title, affectedVersions, fixedIn, sources } = match;
  return {
    id,
    aliases: [...aliases],
    confidence,
    status,
    ...(severity === null ? {} : { severity }),
    ...(score === null ? {} : { score }),
    ...(title === null ? {} : { title }),
    affectedVersions: affectedVersions ?? 'unknown',
    ...(fixedIn === null ? {} : { fixedIn }),
    sources: [...sources],
  };
}

/** How a match is exploited: what is left out is unknown. */
export interface BriefRisk {
  readonly kev?: boolean;
  readonly epss?: number | null;
}

/** A result with what is known of the exploitation of its matches. */
export interface BriefAnswer extends Judged {
  readonly matches: (BriefMatch & BriefRisk)[];
  /** What to do about an affected version; left out where that was not checked. */
  readonly advice?: ShownAdvice | undefined;
}

/** Advice as answers have it. */
export type ShownAdvice = {
  -readonly [K in keyof PackageAdvice]: PackageAdvice[K] extends readonly (infer T)[] ? T[] : PackageAdvice[K];
};

export function toShown(advice: PackageAdvice): ShownAdvice {
  const { has, remaining, undecided } = advice;
  return { ...advice, has: [...has], remaining: [...remaining], undecided: [...undecided] };
}

/** What `POST /purls` answers for one purl. */
export interface PurlAnswer extends BriefAnswer {
  readonly purl: string;
  readonly status: 'ok' | 'invalid' | 'not_covered';
  readonly problem?: string;
  readonly ecosystem?: string | null;
  readonly package?: string;
  /** `any` where none was given. */
  readonly version?: string;
}

/** The answer for a purl; without a result it is invalid, or nobody covers it. */
export function purlAnswer(purl: string, asked: PurlQuestion, brief: BriefAnswer | null): PurlAnswer {
  if (asked.parsed === null) return { purl, status: 'invalid', problem: asked.problem, ...nothing(asked.problem) };
  const { ecosystem, package: name, version, reason } = asked.parsed;
  const about = { ecosystem, package: name, version: version ?? 'any' };
  if (brief !== null) return { purl, status: 'ok', ...about, ...brief };
  const problem = reason ?? 'no source covers it';
  return { purl, status: 'not_covered', problem, ...about, ...nothing(problem) };
}

function nothing(verdictReason: string): BriefAnswer {
  return { verdict: 'unknown', verdictReason, unknownReasons: ['not_covered'], total: 0, matches: [] };
}

/** What is said of the exploitation of a CVE. */
interface RiskRow {
  /** Null: KEV does not list it. */
  readonly kev: unknown;
  readonly exploitation: string | null;
  readonly epss: number | null;
}

export interface MergedRisk {
  readonly kev: boolean;
  readonly exploitation: string | null;
  readonly epss: number | null;
}

/** How a vulnerability is exploited, by the rows of all its ids: the worst that is said. */
export function mergedRisk(rows: readonly RiskRow[]): MergedRisk {
  return {
    kev: rows.some(({ kev }) => kev !== null),
    exploitation: rows.find(({ exploitation }) => exploitation !== null)?.exploitation ?? null,
    epss: rows.reduce<number | null>((most, { epss }) => (epss !== null && epss > (most ?? -1) ? epss : most), null),
  };
}

/** As answers write it: what a source that is not up to date does not say is left out, for it is unknown. */
export function knownRisk(
  { kev, epss }: Pick<MergedRisk, 'kev' | 'epss'>,
  isOk: { readonly kev: boolean; readonly epss: boolean },
): BriefRisk {
  return { ...(kev || isOk.kev ? { kev } : {}), ...(epss !== null || isOk.epss ? { epss } : {}) };
}
