import type { RatedIssue } from '../advice/model.ts';
import { describeIssues } from '../advice/words.ts';
import type { ListedFinding, ListedRow, ListTotals } from './row.ts';
import type { NameSuggestion } from './suggest.ts';

/** What the list comes to, in a sentence. Unknown is always named, and never counted as clean. */
export function listSentence({ packages, affected, unknown }: ListTotals): string {
  if (packages === 0) return 'The list contains no packages.';
  const rest = unknown === 0 ? '' : `, ${unknown} could not be checked`;
  const all = packages === 1 ? '1 package' : `${packages} packages`;
  if (affected > 0) return `${affected} of ${all} ${affected === 1 ? 'needs' : 'need'} attention${rest}.`;
  if (unknown === packages) {
    return packages === 1 ? 'The package could not be checked.' : `None of ${all} could be checked.`;
  }
  return packages === 1 ? 'The package is not known to be affected.' : `None of ${all} is known to be affected${rest}.`;
}

/** What to do about a version that is affected or could not be checked. */
export interface NextStep {
  readonly sentence: string;
  /** A command that does it, where there is one. */
  readonly command: string | null;
}

/** Null: nothing is to be done. */
export function nextStep(row: ListedRow): NextStep | null {
  if (row.verdict === 'unknown') return { sentence: unknownStep(row), command: null };
  if (row.verdict !== 'affected') return null;
  const { advice } = row;
  return advice == null ? NOT_ADVISED : { sentence: advice.sentence, command: advice.command };
}

const NOT_ADVISED: NextStep = {
  sentence: 'Upgrade target not checked: check fewer packages at once.',
  command: null,
};

/** Names what may apply, exploited ones first, and says what would settle it. */
function unknownStep(row: ListedRow): string {
  const possible = row.findings.filter(({ status }) => status !== 'fixed_by_patch');
  if (possible.length === 0) return settlingStep(row);
  const named = describeIssues(possible.toSorted(exploitedFirst).map(toIssue));
  return `${named} may apply. ${row.unknownReasons.includes('possible_match') ? 'Needs review.' : settlingStep(row)}`;
}

function settlingStep({ unknownReasons, version, suggestions }: ListedRow): string {
  if (suggestions !== undefined && suggestions.length > 0) return suggestionStep(suggestions, version !== null);
  if (suggestions !== undefined) return NAME_THE_ECOSYSTEM;
  if (version === null && unknownReasons.includes('version_missing')) return 'Add the version: name@version.';
  const [step] = unknownReasons.flatMap((reason) => STEPS.get(reason) ?? []);
  if (step !== undefined) return step;
  if (unknownReasons.includes('source_stale')) return 'Try again when the source is up to date.';
  if (unknownReasons.includes('limit_reached')) return 'Check fewer packages at once.';
  if (unknownReasons.includes('package_unknown')) return 'Check the spelling, or use a package URL.';
  return 'Needs review.';
}

/** Sentences that name the missing part of a package URL. */
const STEPS: ReadonlyMap<string, string> = new Map([
  ['release_unknown', 'Add the release to the package URL: ?distro=debian-12.'],
  ['source_package_unknown', 'Add the source package to the package URL: ?upstream=openssl.'],
  ['name_incomplete', 'Use the full name: pkg:maven/group/artifact.'],
]);

function exploitedFirst(a: ListedFinding, b: ListedFinding): number {
  return Number(b.kev) - Number(a.kev);
}

function toIssue({ id, severity, kev }: ListedFinding): RatedIssue {
  return { id, severity: severity ?? null, kev };
}

const NAME_THE_ECOSYSTEM =
  'Check the spelling, or add the ecosystem and version with a package URL: pkg:npm/NAME@VERSION.';

function suggestionStep(suggestions: readonly NameSuggestion[], versioned: boolean): string {
  const own = suggestions.flatMap(({ entry, ecosystem }) => (ecosystem === null ? [entry] : []));
  const others = suggestions.flatMap(({ entry, ecosystem }) =>
    ecosystem === null ? [] : [versioned ? entry : `${entry}@VERSION`],
  );
  return [
    ...(own.length === 0 ? [] : [`Similar names in nixpkgs: ${own.join(', ')}.`]),
    ...(others.length === 0 ? [] : [`In other ecosystems: ${others.join(', ')}.`]),
  ].join(' ');
}

/** A badge: two texts, and a colour that only repeats the second. */
export interface Badge {
  readonly label: string;
  readonly message: string;
  readonly colour: 'red' | 'yellow' | 'green' | 'grey';
}

/** Green only where every package was checked and none is known to be affected. */
export function badgeOf({ packages, affected, unknown }: ListTotals): Badge {
  const label = 'vulnerabilities';
  const rest = unknown === 0 ? '' : `${unknown} unknown`;
  if (affected > 0) {
    const message = [`${affected} of ${packages} affected`, rest].filter((part) => part !== '').join(', ');
    return { label, message, colour: 'red' };
  }
  if (packages === 0 || unknown === packages) return { label, message: 'unknown', colour: 'grey' };
  return unknown > 0 ? { label, message: rest, colour: 'yellow' } : { label, message: 'none known', colour: 'green' };
}
