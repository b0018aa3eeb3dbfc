import { askPackage } from '../src/ranges/ask.ts';
import type { Assertion } from '../src/ranges/model.ts';
import { readOsv } from '../src/ranges/osv.ts';
import { getScheme } from '../src/versions/ecosystems.ts';

/** A package, its current version, and every OSV record that speaks of it, as it was sent. */
export interface CheckedCase {
  readonly ecosystem: string;
  readonly name: string;
  readonly current: string;
  readonly records: readonly OsvRecord[];
  /** Ids of one vulnerability each. */
  readonly groups: readonly (readonly string[])[];
}

export interface OsvRecord {
  readonly id: string;
  readonly withdrawn?: string;
  readonly affected?: readonly {
    readonly package?: { readonly ecosystem: string; readonly name: string };
    readonly ranges?: readonly { readonly type: string; readonly events: readonly Record<string, string>[] }[];
    readonly versions?: readonly string[];
  }[];
}

/** What the planner says, as far as it is checked. */
export interface CheckedPlan {
  readonly target: string | null;
  readonly clears: readonly { readonly id: string }[];
  readonly opens: readonly string[];
  readonly stays: readonly { readonly id: string }[];
}

/**
 * Holds a plan against the definition, by trying everything. It shares no code with the planner but the order of versions and
 * the evaluation of ranges, and returns what is wrong in words.
 *
 * The definition. A vulnerability is clear at a version where no record of it holds, and none is in doubt; ranges of commits leave
 * no doubt beside a record that decides. A pre-release between the end of one range and the beginning of the next, which is its
 * release, is in doubt. Candidates are the versions above the current one that a standing record names; pre-releases
 * are candidates only from a pre-release, and only where no release is a target. The target is the smallest candidate at which every vulnerability is clear. Where there is
 * none, it is the one that opens nothing (all that is clear now is clear there, and what is in doubt now does not hold there) and
 * clears the most of what holds now, then of what is in doubt, then the smallest; null where none clears anything.
 */
export function complaintsAbout(given: CheckedCase, plan: CheckedPlan): string[] {
  const standing = given.records.filter(({ withdrawn }) => withdrawn === undefined);
  const vulnerabilities = group(standing, given.groups);
  const state = (records: readonly OsvRecord[], version: string) => stateAt(given, records, version);
  const now = vulnerabilities.map((records) => state(records, given.current));
  const expected = targetOf(given, standing, vulnerabilities, now);
  const complaints: string[] = [];
  const { scheme } = getScheme(given.ecosystem);
  const same = (a: string | null, b: string | null) =>
    a === b || (a !== null && b !== null && scheme !== null && scheme.compare(a, b) === 0);
  if (!same(plan.target, expected)) complaints.push(`target ${plan.target}, by the definition ${expected}`);
  if (plan.opens.length > 0) complaints.push(`says itself that it opens ${plan.opens.join(', ')}`);

  const { target } = plan;
  const at = vulnerabilities.map((records) => (target === null ? null : state(records, target)));
  const [cleared, staying] = [new Set(plan.clears.map(({ id }) => id)), new Set(plan.stays.map(({ id }) => id))];
  for (const [i, records] of vulnerabilities.entries()) {
    const ids = idsOf(records, given.groups);
    const says = (all: ReadonlySet<string>) => ids.some((id) => all.has(id));
    const isClearedNow = now[i] !== 'clear' && at[i] === 'clear';
    if (says(cleared) !== isClearedNow)
      complaints.push(`${ids.join()}: clears ${says(cleared)}, is ${now[i]} then ${at[i]}`);
    if (says(staying) !== (now[i] !== 'clear' && !isClearedNow)) {
      complaints.push(`${ids.join()}: stays ${says(staying)}, is ${now[i]} then ${at[i]}`);
    }
    if (now[i] === 'clear' && at[i] !== null && at[i] !== 'clear')
      complaints.push(`${ids.join()} is opened by ${target}`);
  }
  return complaints;
}

type State = 'clear' | 'holds' | 'undecided';

function targetOf(
  { ecosystem, current, ...rest }: CheckedCase,
  standing: readonly OsvRecord[],
  vulnerabilities: readonly (readonly OsvRecord[])[],
  now: readonly State[],
): string | null {
  if (now.every((state) => state === 'clear')) return null;
  const all = candidatesOf({ ecosystem, current, ...rest }, standing);
  const releases = all.filter((version) => !isBefore(ecosystem, version));
  return findBest(releases) ?? findBest(all);

  function findBest(candidates: readonly string[]): string | null {
    let best: { version: string; holds: number; undecided: number } | null = null;
    for (const version of candidates) {
      const at = vulnerabilities.map((records) => stateAt({ ecosystem, current, ...rest }, records, version));
      if (at.every((state) => state === 'clear')) return version;
      const opens = at.some(
        (state, i) => (now[i] === 'clear' && state !== 'clear') || (now[i] === 'undecided' && state === 'holds'),
      );
      const holds = at.filter((state, i) => state === 'clear' && now[i] === 'holds').length;
      const undecided = at.filter((state, i) => state === 'clear' && now[i] === 'undecided').length;
      if (opens || holds + undecided === 0) continue;
      if (best === null || holds > best.holds || (holds === best.holds && undecided > best.undecided)) {
        best = { version, holds, undecided };
      }
    }
    return best?.version ?? null;
  }
}

/** From the records as they were sent. */
export function candidatesOf(given: CheckedCase, records: readonly OsvRecord[]): string[] {
  const { scheme } = getScheme(given.ecosystem);
  const named = new Set<string>();
  for (const { affected = [] } of records) {
    for (const entry of affected) {
      if (entry.package?.ecosystem !== given.ecosystem || entry.package.name !== given.name) continue;
      for (const version of entry.versions ?? []) named.add(version);
      for (const { type, events } of entry.ranges ?? []) {
        if (type === 'GIT') continue;
        // Of a range with a bound that is no version nothing is believed.
        const bounds = events.flatMap(({ introduced, fixed, last_affected: last }) =>
          [introduced, fixed, last].filter((each) => each !== undefined),
        );
        if (bounds.every((bound) => bound === '0' || scheme?.isValid(bound)))
          for (const bound of bounds) named.add(bound);
      }
    }
  }
  named.delete('0');
  if (scheme === null) return [];
  const isAllowed = (version: string) =>
    !isBefore(given.ecosystem, version) || isBefore(given.ecosystem, given.current);
  return [...named]
    .filter((version) => scheme.isValid(version) && scheme.compare(version, given.current) > 0 && isAllowed(version))
    .toSorted((a, b) => scheme.compare(a, b));
}

/** By the words and signs for pre-releases in the ecosystems that are checked; a Go pseudo-version is one by its form. */
function isBefore(ecosystem: string, version: string): boolean {
  const [plain = ''] = version.split('+');
  if (ecosystem === 'Go' && /-(?:0\.)?\d{14}-/.test(plain)) return true;
  return /\d[-._~]?(?:a|b|c|rc|alpha|beta|pre|preview|dev|snapshot|m)(?![a-z])/i.test(plain);
}

/** What a record says does not change: it is read once. */
const readings = new WeakMap<OsvRecord, readonly Assertion[]>();

function assertionsOf(record: OsvRecord): readonly Assertion[] {
  const known = readings.get(record) ?? readOsv(record).assertions;
  readings.set(record, known);
  return known;
}

function stateAt({ ecosystem, name }: CheckedCase, records: readonly OsvRecord[], version: string): State {
  const verdicts = records.flatMap((record) => {
    const said = askPackage(assertionsOf(record), { ecosystem, name, version });
    // Within a record, commits say nothing beside an entry that decides.
    const decided = said.some(({ verdict }) => verdict !== 'unknown');
    return said.filter(({ proof }) => !(decided && proof.reason === 'git_without_graph'));
  });
  if (verdicts.some(({ verdict }) => verdict === 'affected')) return 'holds';
  if (isBefore(ecosystem, version) && records.some((record) => hasGapAt(record, version))) return 'undecided';
  const sure = verdicts.filter(({ verdict, confidence }) => verdict === 'not_affected' && confidence !== 'low');
  const doubts = verdicts.filter((each) => !sure.includes(each));
  const standing = sure.length === 0 ? doubts : doubts.filter(({ proof }) => proof.reason !== 'git_without_graph');
  return standing.length > 0 || verdicts.length === 0 ? 'undecided' : 'clear';
}

/** One range ends with the pre-release, and another begins with its release: nobody meant the pre-release to be clean. */
function hasGapAt({ withdrawn, affected }: OsvRecord, version: string): boolean {
  if (withdrawn !== undefined) return false;
  const [release] = /^v?\d+(?:\.\d+)*/.exec(version) ?? [];
  return (affected ?? []).some(({ ranges }) => {
    const events = (ranges ?? []).flatMap((range) => range.events ?? []);
    const ends = events.some((event) => event['fixed'] === version);
    return ends && events.some((event) => event['introduced'] === release);
  });
}

function group(records: readonly OsvRecord[], groups: CheckedCase['groups']): (readonly OsvRecord[])[] {
  const keyOf = ({ id }: OsvRecord) => groups.find((ids) => ids.includes(id))?.[0] ?? id;
  return [...Map.groupBy(records, keyOf).values()];
}

function idsOf(records: readonly OsvRecord[], groups: CheckedCase['groups']): string[] {
  const own = records.map(({ id }) => id);
  return [...new Set([...own, ...groups.filter((ids) => own.some((id) => ids.includes(id))).flat()])];
}
