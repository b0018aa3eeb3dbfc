import type { PackageVerdict } from '../matching/decide/verdict.ts';
import type { MatchProof } from '../matching/match.ts';
import type { ExplainedClearance, ExplainedFacts, ExplainedMatch } from './explain.ts';

interface AnsweredMatch {
  readonly aliases?: readonly string[] | undefined;
  readonly status?: ExplainedMatch['status'] | undefined;
  readonly confidence: string;
  readonly fixedIn?: string | null | undefined;
  readonly proof?: unknown;
}

/** An answer of `/vulns` or `/purl`, as far as it is explained. */
export interface ExplainableAnswer {
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  readonly data: {
    readonly package: string;
    readonly version: string;
    readonly matches: readonly (AnsweredMatch & { readonly cve: string })[];
    readonly otherMatches?: readonly (AnsweredMatch & { readonly id: string })[] | undefined;
    readonly cleared?:
      | {
          readonly total?: number | undefined;
          readonly totalType?: string | undefined;
          readonly vulnerabilities: readonly {
            readonly id: string;
            readonly aliases: readonly string[];
            readonly by: { readonly source: string; readonly record: string };
            readonly reason: string;
            readonly bound?: string | null | undefined;
            readonly staleIssues?: readonly number[] | undefined;
          }[];
        }
      | undefined;
    readonly searchedNames?: readonly string[] | undefined;
  };
}

/** Collects what an answer about a package says of one vulnerability. `elsewhere` stays open. */
export function toExplainedFacts(answer: ExplainableAnswer, vulnerability: string): ExplainedFacts {
  const { data, verdict, verdictReason } = answer;
  return {
    vulnerability,
    package: data.package,
    version: data.version === 'any' ? null : data.version,
    verdict,
    verdictReason,
    match: findMatch(answer, vulnerability),
    cleared: findClearance(answer, vulnerability),
    elsewhere: null,
    searched: data.searchedNames ?? [],
  };
}

function findMatch({ data }: ExplainableAnswer, id: string): ExplainedMatch | null {
  const all = [...data.matches.map((match) => ({ ...match, id: match.cve })), ...(data.otherMatches ?? [])];
  const match = all.find((each) => isNamed(id, each.id, each.aliases));
  if (match === undefined) return null;
  const { status = 'affected', confidence, fixedIn = null, proof } = match;
  return { id: match.id, status, confidence, fixedIn, proof: readProof(proof) };
}

function findClearance({ data }: ExplainableAnswer, id: string): ExplainedClearance | null {
  const cleared = clearancesIn(data).find((each) => isNamed(id, each.id, each.aliases));
  if (cleared === undefined) return null;
  const { aliases: _, ...clearance } = cleared;
  return clearance;
}

/** The vulnerabilities that records clear for the version, with their aliases. */
export function clearancesIn({
  cleared,
}: Pick<ExplainableAnswer['data'], 'cleared'>): (ExplainedClearance & { readonly aliases: readonly string[] })[] {
  return (cleared?.vulnerabilities ?? []).map(({ id, aliases, by, reason, bound = null, staleIssues = [] }) => {
    return { id, aliases, source: by.source, record: by.record, reason, bound, staleIssues };
  });
}

function isNamed(wanted: string, id: string, aliases: readonly string[] = []): boolean {
  return [id, ...aliases].some((each) => each.toLowerCase() === wanted.toLowerCase());
}

/** Reads a proof; null if a service of another release writes it differently. */
export function readProof(value: unknown): MatchProof | null {
  const { reason, overturn, evidence, against, left } = membersOf(value);
  if (typeof reason !== 'string' || typeof overturn !== 'string' || typeof left !== 'number') return null;
  if (!Array.isArray(evidence) || !Array.isArray(against)) return null;
  const isReadable = evidence.every(isEvidence) && against.every(isAgainst);
  return isReadable ? (value as MatchProof) : null;
}

function isEvidence(value: unknown): boolean {
  const { kind, source, id, identity, evaluation } = membersOf(value);
  if (typeof source !== 'string' || typeof id !== 'string') return false;
  if (typeof membersOf(identity)['reason'] !== 'string') return false;
  return kind !== 'record' || isEvaluation(evaluation);
}

function isAgainst(value: unknown): boolean {
  const { kind, attribute, cve, source, id, evaluation } = membersOf(value);
  if (kind === 'patched') return typeof attribute === 'string' && typeof cve === 'string';
  return typeof source === 'string' && typeof id === 'string' && isEvaluation(evaluation);
}

function isEvaluation(value: unknown): boolean {
  const { verdict, proof } = membersOf(value);
  const { reason, caveats, question } = membersOf(proof);
  const isProof = typeof reason === 'string' && Array.isArray(caveats) && typeof question === 'object';
  return typeof verdict === 'string' && isProof && question !== null;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
