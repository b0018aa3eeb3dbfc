import type { Basis, Coverage, LookedUp, UnknownReason, Verdict, VulnsResult } from '@almanac/contract';
import { type PackageAdvice, upgradeCommandByFixes } from '@almanac/core/advice';
import type { ClearedVulnerability, CollectionFact, Match, MatchQuestion } from '@almanac/core/matching';
import { type ShownAdvice, toShown } from '@almanac/core/scan';
import { adviseVersions } from '../advice/advise-versions.ts';
import type { GatherOptions } from '../judging/gather-facts.ts';
import { judgePackage, type MatchDeps } from './judge-packages.ts';

/** Matches, and cleared vulnerabilities, in one answer; the rest is counted. */
const ALL_MATCHES: MatchWindow = { from: 0, count: 10_000 };
const MOST_CLEARED = 200;
/** Places of the collection that are named. */
const MOST_CARRIED = 40;

export interface VulnsAnswer {
  readonly data: VulnsResult;
  readonly envelopeFields: Coverage & {
    readonly verdict: Verdict;
    readonly verdictReason: string;
    readonly unknownReasons: UnknownReason[];
    readonly lookedUp?: LookedUp;
    readonly advice?: ShownAdvice;
    readonly at?: string;
    readonly basis?: Basis;
  };
}

/** The matches that an answer lists, those with a CVE id first. */
export interface MatchWindow {
  readonly from: number;
  readonly count: number;
}

/** The answer about a package: what matches it, and why. */
export async function vulnsAnswer(
  deps: MatchDeps,
  question: MatchQuestion,
  options: GatherOptions,
  { from, count }: MatchWindow = ALL_MATCHES,
): Promise<VulnsAnswer> {
  const { result, facts, coverage, asOf } = await judgePackage(deps, question, { ...options, counted: true });
  const { matches, otherMatches, cleared, osvMatches, verdict, verdictReason, unknownReasons, evaluated } = result;
  const total = matches.length + otherMatches.length;
  const shown = matches.slice(from, from + count);
  const others = otherMatches.slice(Math.max(0, from - matches.length), Math.max(0, from + count - matches.length));
  const { at, vulnerability } = options;
  const isAdvised = verdict === 'affected' && at === null && vulnerability === undefined;
  const planned = isAdvised ? (await adviseVersions(deps, [['', question]])).get('') : undefined;
  // A nixpkgs package is upgraded in nixpkgs.
  const hasCommand = question.ecosystem == null && facts.collection.length === 0;
  const advice = planned !== undefined && hasCommand ? addCommand(planned, [...matches, ...otherMatches]) : planned;
  return {
    data: {
      package: question.package,
      version: question.version ?? 'any',
      matches: shown.map((match) => ({ cve: match.cve ?? match.id, ...shownMatch(match) })),
      osvMatches: { ...osvMatches },
      otherMatches: others.map((match) => ({ id: match.id, ...shownMatch(match) })),
      total,
      truncated: shown.length + others.length < total,
      evaluated,
      cleared: {
        total: cleared.length,
        totalType: (facts.excluded ?? 0) > 0 ? 'at_least' : 'exact',
        vulnerabilities: sortCleared(cleared).slice(0, MOST_CLEARED).map(shownCleared),
      },
      searchedNames: [...result.searched],
      ...(question.version === null ? { carried: carriedOf(facts.collection) } : {}),
    },
    envelopeFields: {
      verdict,
      verdictReason,
      unknownReasons: [...unknownReasons],
      ...(result.lookedUp === undefined ? {} : { lookedUp: result.lookedUp }),
      ...(advice === undefined ? {} : { advice: toShown(advice) }),
      coverage,
      asOf,
      ...(at === null ? {} : { at: at.toISOString(), basis: 'observed' }),
    },
  };
}

function addCommand(advice: PackageAdvice, matches: readonly Match[]): PackageAdvice {
  const fixes = matches.flatMap(({ status, fix }) => (status === 'affected' && fix !== null ? [fix.subject] : []));
  const command = advice.target === null ? null : upgradeCommandByFixes(fixes, advice.target);
  return { ...advice, command };
}

function carriedOf(collection: readonly CollectionFact[]): VulnsResult['carried'] {
  return collection.slice(0, MOST_CARRIED).map(({ channel, attribute, version }) => ({ channel, attribute, version }));
}

/** An issue that is still open although the version is not affected comes first: there is something to do. */
function sortCleared(cleared: readonly ClearedVulnerability[]): readonly ClearedVulnerability[] {
  return cleared.toSorted((a, b) => Number(b.staleIssues.length > 0) - Number(a.staleIssues.length > 0));
}

function shownCleared({ id, aliases, by, reason, staleIssues }: ClearedVulnerability) {
  const { bound } = by.evaluation.proof;
  return {
    id,
    aliases: [...aliases],
    by: { source: by.source, record: by.id, sha256: by.sha256 },
    reason,
    ...(bound === null ? {} : { bound: `${bound.type} ${bound.version}` }),
    ...(staleIssues.length === 0 ? {} : { staleIssues: [...staleIssues] }),
  };
}

type ShownMatch = Omit<VulnsResult['matches'][number], 'cve'>;

function shownMatch(match: Match): ShownMatch {
  return {
    confidence: match.confidence,
    status: match.status,
    source: match.source,
    ...(match.severity === null ? {} : { severity: match.severity }),
    title: match.title ?? match.id,
    affectedVersions: match.affectedVersions ?? 'unknown',
    ...(match.affectedInWords === null ? {} : { affectedInWords: match.affectedInWords }),
    ...(match.fixedIn === null ? {} : { fixedIn: match.fixedIn }),
    references: [...match.references],
    aliases: [...match.aliases],
    sources: [...match.sources],
    proof: { ...match.proof },
  };
}
