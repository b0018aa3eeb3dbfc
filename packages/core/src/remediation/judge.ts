import { groupByKeys } from '../ids/group-by-keys.ts';
import { compareText } from '../ids/order.ts';
import { type CollectionSays, collectionSays } from '../matching/decide/collection-says.ts';
import { isLikely } from '../matching/decide/confidence.ts';
import { type Gathered, judgeVulnerability, rejectedCves } from '../matching/decide/judgement.ts';
import type { RecordOutcome } from '../matching/evaluate/deciding-entry.ts';
import { outcomeOf } from '../matching/evaluate/outcomes.ts';
import type { MatchFacts, MeantRecord } from '../matching/facts.ts';
import { isCve, vulnerabilitiesOf } from '../matching/resolve/vulnerabilities.ts';
import type { State } from './model.ts';
import { type ClassifyVersion, classifyVersions, createReader } from './version-classes.ts';

/** One vulnerability of the package, with every record that speaks of it. */
export interface Vulnerability {
  /** Tells the vulnerabilities of one package apart. */
  readonly key: string;
  readonly id: string;
  readonly aliases: readonly string[];
  readonly records: readonly MeantRecord[];
  /** The collection's package has a patch for it at the current version. */
  readonly patched: boolean;
  /** Every CVE of it was rejected: what is still published about it is possible at best. */
  readonly isRejected: boolean;
  /** The records that say which of its CVEs were rejected. */
  readonly rejections: Gathered['records'];
  /** What it takes to hold a version against all of it. */
  readonly weight: number;
}

/**
 * The records about a package, with what they came to at versions that were judged: plans for several versions of it ask the same of
 * them. The facts of these plans differ in the version alone.
 */
export interface PackageRecords {
  readonly meant: readonly MeantRecord[];
  /** Maps the key of a vulnerability to its states. */
  readonly known: Map<string, KnownStates>;
}

interface KnownStates {
  readonly classify: ClassifyVersion;
  readonly ofClass: Map<string, { readonly state: State; askedBy: Judge['work'] }>;
}

export function openRecords(meant: readonly MeantRecord[]): PackageRecords {
  return { meant, known: new Map() };
}

/** Holds versions against everything that is known of one package. */
export interface Judge {
  /** Those that a target has to clear. */
  readonly vulnerabilities: readonly Vulnerability[];
  /** Those of rejected CVEs, for which no target is sought. */
  readonly rejected: readonly Vulnerability[];
  /**
   * Counts the work so far: about one for each record that was held against a version, more for long lists. The work of other plans
   * counts as if it were done again, so that no plan depends on those before it.
   */
  readonly work: () => number;
  readonly stateAt: (vulnerability: Vulnerability, version: string) => State;
  readonly outcomesAt: (vulnerability: Vulnerability, version: string) => readonly RecordOutcome[];
}

/**
 * The same records, identities, evaluations and judgement that matching has, for any version. Records that are about the package by
 * name alone take no part.
 */
export function openJudge(facts: MatchFacts, { meant, known }: PackageRecords): Judge {
  const records = meant.filter((record) => record.some(({ identity }) => isLikely(identity)));
  let work = 0;
  const outcomesAt: Judge['outcomesAt'] = (vulnerability, version) => {
    work += vulnerability.weight;
    return vulnerability.records.flatMap((record) => outcomeOf(record, { ...facts.question, version }) ?? []);
  };
  const all = group(facts, records);
  const readVersion = createReader();
  const sumWork = () => work;
  const stateAt: Judge['stateAt'] = (vulnerability, version) => {
    let own = known.get(vulnerability.key);
    if (own === undefined) {
      own = { classify: classifyVersions(vulnerability.records, readVersion), ofClass: new Map() };
      known.set(vulnerability.key, own);
    }
    const name = own.classify(version) ?? `= ${version}`;
    const decided = own.ofClass.get(name);
    work += LOOKUP_WORK;
    if (decided === undefined) {
      const state = stateOf(vulnerability, outcomesAt(vulnerability, version), version);
      own.ofClass.set(name, { state, askedBy: sumWork });
      return state;
    }
    if (decided.askedBy !== sumWork) {
      decided.askedBy = sumWork;
      work += vulnerability.weight;
    }
    return decided.state;
  };
  return {
    vulnerabilities: all.filter(({ isRejected }) => !isRejected),
    rejected: all.filter(({ isRejected }) => isRejected),
    work: sumWork,
    outcomesAt,
    stateAt,
  };
}

/** What the records of one vulnerability come to together. Patches and issues are about the current version alone. */
function stateOf(
  { id, aliases, isRejected, rejections }: Vulnerability,
  outcomes: readonly RecordOutcome[],
  version: string,
): State {
  const gathered = { ids: [id, ...aliases], outcomes, issues: [], records: rejections };
  const judgement = judgeVulnerability(gathered, version, SILENT);
  if (judgement?.outcome === 'not_affected' || (judgement === null && isRejected)) return 'clear';
  return judgement?.outcome === 'affected' ? 'holds' : 'undecided';
}

const SILENT: CollectionSays = {
  carries: true,
  knownVulnerabilities: () => [],
  patches: () => ({ applied: [], everywhere: false, byDocument: false }),
};

/** Not decided, or decided for some release of a distribution, or some commit, that nobody asked about. */
export function isInDoubt({ verdict, clears }: RecordOutcome): boolean {
  return verdict === 'unknown' || (verdict === 'not_affected' && !clears);
}

function group(facts: MatchFacts, records: readonly MeantRecord[]): Vulnerability[] {
  const known = vulnerabilitiesOf(facts);
  const collection = collectionSays(facts);
  const rejected = facts.records.filter((record) => record.rejected);
  const rejectionsOf = Map.groupBy(rejected, ({ id }) => id);
  const byKey = groupByKeys(records, (record) => known.keysOf(idOf(record)));
  return Array.from(byKey).flatMap(([key, own]): Vulnerability[] => {
    const ids = known.idsOf(key);
    const rejections = ids.flatMap((each) => rejectionsOf.get(each) ?? []);
    const gone = rejectedCves({ records: rejections });
    const standing = own.filter((record) => !gone.has(idOf(record)));
    if (standing.length === 0) return [];
    const cves = ids.filter(isCve);
    const isRejected = cves.length > 0 && cves.every((each) => gone.has(each));
    const id = own.map(idOf).filter(isCve).toSorted(compareText)[0] ?? cves[0] ?? key;
    return [
      {
        key,
        id,
        aliases: ids.filter((each) => each !== id),
        records: standing,
        patched: !isRejected && collection.patches(ids).everywhere,
        isRejected,
        rejections,
        weight: weightOf(standing),
      },
    ];
  });
}

const LOOKUP_WORK = 0.02;

/** Versions of a list that are compared in the time in which a range is evaluated. */
const LISTED_AT_ONCE = 16;

function weightOf(records: readonly MeantRecord[]): number {
  const claims = records.flat().flatMap(({ found }) => found.assertion.claims);
  return claims.reduce(
    (sum, claim) => sum + (claim.type === 'list' ? claim.versions.length / LISTED_AT_ONCE : 0),
    records.length,
  );
}

function idOf(record: MeantRecord): string {
  return record[0]?.found.assertion.record.id ?? '';
}
