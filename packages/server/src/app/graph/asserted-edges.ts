import type { SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core/matching';
import { type Assertion, claimInWords, type Evaluation, evaluate, isSpared, type Verdict } from '@almanac/core/ranges';
import { fixesOf, isRecordSource, subjectKindOf } from '@almanac/core/records';

/** What one record asserts of one package, held against the version. */
export interface AssertedEdge {
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
  readonly source: SourceId;
  readonly record: string;
  readonly sha256: string;
  readonly range: string;
  readonly fixedIn: readonly string[];
  readonly verdict: Verdict;
  readonly evaluation: Evaluation;
}

const MOST_RANGES = 10;
const MOST_FIXES = 20;

/**
 * Withdrawn records assert nothing, and a record that names a product as unaffected asserts no edge to it. A build's versions
 * order its distribution's builds alone: unless the query names the ecosystem, the edge is listed and not judged.
 */
export function assertedEdge(
  { assertion, sha256 }: FoundAssertion,
  version: string | null,
  isOfEcosystem: boolean,
): AssertedEdge[] {
  const { subject, record, claims, withdrawn } = assertion;
  const { source } = record;
  if (withdrawn || sha256 === null || !isRecordSource(source) || isSpared(assertion)) return [];
  const isJudged = isOfEcosystem || subjectKindOf(subject, claims) !== 'build';
  const evaluation = evaluate(assertion, { version: isJudged ? version : null, commit: null });
  return [
    {
      ecosystem: subject.ecosystem,
      vendor: subject.vendor,
      name: subject.name,
      source,
      record: record.id,
      sha256,
      range: wordsOf(assertion),
      fixedIn: fixesOf(assertion).versions.slice(0, MOST_FIXES),
      verdict: evaluation.verdict,
      evaluation,
    },
  ];
}

function wordsOf({ claims, defaultStatus }: Assertion): string {
  const ranges = claims.filter(({ type }) => type !== 'list');
  const said = (ranges.length === 0 ? claims : ranges).filter(({ status }) => status === 'affected');
  const words = said.slice(0, MOST_RANGES).map((claim) => claimInWords(claim).slice(0, 500));
  if (words.length > 0) return words.join('; ');
  return defaultStatus === 'affected' ? 'all versions except those listed as unaffected' : 'not stated';
}
