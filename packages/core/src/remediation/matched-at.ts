import type { KnownSubject, MatchFacts, MeantRecord } from '../matching/facts.ts';
import { type MatchResult, matchPackage } from '../matching/match-package.ts';
import type { Vulnerability } from './judge.ts';

/**
 * What matching says of a version at which only these vulnerabilities are not clear. Where the query names the ecosystem, all
 * other records have no part in it but that somebody has them: a package may have ten thousand.
 */
export function matchedAt(
  facts: MatchFacts,
  version: string | null,
  unclear: readonly Vulnerability[],
  meant: readonly MeantRecord[],
): MatchResult {
  const question = { ...facts.question, version };
  if (question.ecosystem == null) return matchPackage({ ...facts, question }, meant);
  // Withdrawn ones, too: where a registry's record is withdrawn, the CVE's own record has a say.
  const ids = new Set(unclear.flatMap(({ id, aliases }) => [id, ...aliases]));
  const entries = new Set(unclear.flatMap(({ records }) => records.flat().map((entry) => entry.found)));
  const found = facts.found.filter((one) => entries.has(one) || ids.has(one.assertion.record.id));
  return matchPackage({ ...facts, question, found, speakers: facts.speakers ?? speakersOf(facts) });
}

function speakersOf({ found }: MatchFacts): KnownSubject[] {
  const standing = found.filter(({ assertion }) => !assertion.withdrawn);
  const bySubject = Map.groupBy(standing, ({ assertion: { subject } }) =>
    JSON.stringify([subject.ecosystem, subject.vendor, subject.name]),
  );
  return [...bySubject.values()].flatMap((own): KnownSubject[] => {
    const subject = own[0]?.assertion.subject;
    if (subject === undefined) return [];
    return [{ subject, sources: [...new Set(own.map(({ assertion }) => assertion.record.source))] }];
  });
}
