import type { Match, OtherMatch } from '@almanac/contract';
import type { ExplainedClearance, ExplainedFacts, ExplainedMatch, KnownElsewhere } from '@almanac/core/explain';
import type { PackageAnswer } from '../packages/ask-package.ts';
import { readProof } from './read-proof.ts';

/** What an answer about a package says of one vulnerability; `elsewhere` is asked for where it says nothing. */
export function factsOf(
  answer: PackageAnswer,
  vulnerability: string,
  elsewhere: KnownElsewhere | null = null,
): ExplainedFacts {
  const { data, verdict, verdictReason } = answer;
  return {
    vulnerability,
    package: data.package,
    version: data.version === 'any' ? null : data.version,
    verdict,
    verdictReason,
    match: matchIn(answer, vulnerability),
    cleared: clearedIn(answer, vulnerability),
    elsewhere,
    searched: data.searchedNames ?? [],
  };
}

function matchIn({ data }: PackageAnswer, id: string): ExplainedMatch | null {
  const all: readonly (Match | OtherMatch)[] = [...data.matches, ...(data.otherMatches ?? [])];
  const found = all.find((match) => isNamed(id, idOf(match), match.aliases));
  if (found === undefined) return null;
  const { status = 'affected', confidence, fixedIn = null, proof } = found;
  return { id: idOf(found), status, confidence, fixedIn, proof: readProof(proof) };
}

function clearedIn({ data }: PackageAnswer, id: string): ExplainedClearance | null {
  const all = data.cleared?.vulnerabilities ?? [];
  const found = all.find((each) => isNamed(id, each.id, each.aliases));
  if (found === undefined) return null;
  const { by, reason, bound = null, staleIssues = [] } = found;
  return { id: found.id, source: by.source, record: by.record, reason, bound, staleIssues };
}

function idOf(match: Match | OtherMatch): string {
  return 'cve' in match ? match.cve : match.id;
}

function isNamed(wanted: string, id: string, aliases: readonly string[] = []): boolean {
  return [id, ...aliases].some((each) => each.toLowerCase() === wanted.toLowerCase());
}
