import type { FreshOutcome, SourceId } from '@almanac/contract';
import type { RefreshResult } from '../sources/request-refresh.ts';
import { CVE_SOURCES } from './coverage.ts';
import type { LoadedCve } from './cve-facts.ts';

/** What came of asking one source for one record. */
export interface AskedRecord {
  readonly source: SourceId;
  readonly result: RefreshResult;
}

type Outcome = FreshOutcome['outcome'];
type Stored = Pick<LoadedCve, 'records' | 'evidence'>;

/** The CVE list has no address for one record: the services that it is made from are asked in its place. */
const SOURCES: readonly SourceId[] = ['cve_services', ...CVE_SOURCES];

/** Of several records of one source the first of these counts: what is missing comes before what has come. */
const PRECEDENCE: readonly Outcome[] = ['unreachable', 'limited', 'timed_out', 'refreshed', 'unchanged', 'no_record'];

/** What came of `fresh=true`, a row for each source; null in the place of what was stored before: nobody was asked. */
export function freshOutcomes(
  asked: readonly AskedRecord[],
  before: Stored | null,
  after: Stored | null,
): readonly FreshOutcome[] {
  return SOURCES.map((source) => {
    const results = asked.filter((each) => each.source === source).map(({ result }) => result);
    const changed = before !== null && after !== null && contentOf(source, before) !== contentOf(source, after);
    const outcomes = new Set(results.map((result) => outcomeOf(result, changed)));
    const outcome = PRECEDENCE.find((each) => outcomes.has(each)) ?? 'not_asked';
    const times = results.flatMap((result) => ('at' in result ? [result.at.toISOString()] : []));
    return { source, outcome, askedAt: times.toSorted().at(-1) ?? null };
  });
}

const MISSING: ReadonlySet<Outcome> = new Set<Outcome>(['unreachable', 'limited', 'timed_out']);

/** Sources that were asked and have not answered. */
export function missingOf(outcomes: readonly FreshOutcome[]): ReadonlySet<string> {
  return new Set(outcomes.filter(({ outcome }) => MISSING.has(outcome)).map(({ source }) => source));
}

/** The whole in a word. */
export function freshWord(outcomes: readonly FreshOutcome[]): 'done' | 'partial' | 'timed_out' {
  const asked = outcomes.filter(({ outcome }) => outcome !== 'not_asked').length;
  const missing = missingOf(outcomes).size;
  if (missing === 0) return 'done';
  return missing < asked ? 'partial' : 'timed_out';
}

function outcomeOf(result: RefreshResult, changed: boolean): Outcome {
  if (result.outcome === 'timeout') return 'timed_out';
  if (result.outcome === 'refused') return 'limited';
  if (result.outcome === 'unreachable') return result.limited ? 'limited' : 'unreachable';
  if (changed) return 'refreshed';
  return result.outcome === 'done' ? 'unchanged' : 'no_record';
}

/** Equal where the source says the same. */
function contentOf(source: SourceId, { records, evidence }: Stored): string {
  if (source === 'epss') return JSON.stringify(evidence.epss);
  const hashes = records.filter((record) => record.source === source).map(({ key, sha256 }) => `${key} ${sha256}`);
  const state = source === 'cve_services' ? (evidence.idService?.state ?? '') : '';
  return [...hashes.toSorted(), state].join('\n');
}
