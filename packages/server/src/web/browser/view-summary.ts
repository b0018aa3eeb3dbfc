import type { PackageVerdict } from '@almanac/core/matching';
import { outcomeRank, riskWords, type ScanReason, worstFinding } from '@almanac/core/scan';
import { count, counted, foreign, make, part } from './dom.ts';
import type { ScanState } from './scan-state.ts';
import { type Row, SEVERITIES } from './select-rows.ts';
import { say } from './view-progress.ts';

export function showSummary(state: ScanState): void {
  const { rows } = state;
  const of = (verdict: PackageVerdict) => rows.filter(({ outcome }) => outcome.verdict === verdict);
  const [affected, unknown] = [of('affected'), of('unknown')];
  const [cleared, noneKnown] = [of('not_affected').length, of('none_known').length];
  say('headline', headlineOf(state, affected.length, unknown.length));
  part('headline', HTMLElement).className = affected.length > 0 ? 'bad' : unknown.length > 0 ? 'warn' : '';
  tile('affected', affected.length, severitiesOf(affected));
  tile('unknown', unknown.length, unknown.length === 0 ? '' : 'not the same as clean');
  tile('none_known', noneKnown, noneKnown === 0 ? '' : 'checked, and no source has a record');
  tile('not_affected', cleared, cleared === 0 ? '' : 'records exist, and none applies');
  tile('all', rows.length, `in ${counted(state.files.filter(({ result }) => result?.file != null).length, 'file')}`);
  showWhy(unknown);
}

function headlineOf({ phase, rows, purls, files }: ScanState, affected: number, unknown: number): string {
  const all = rows.length;
  if (all === 0) return 'No component was found';
  if (phase !== 'done' && phase !== 'stopped')
    return `${count(purls.answered)} of ${counted(purls.all, 'package')} answered`;
  const unread = files.filter(({ result }) => result !== null && result.file === null).length;
  const rest = [
    ...(unknown === 0 ? [] : [`, ${count(unknown)} could not be checked`]),
    ...(unread === 0 ? [] : [`; ${counted(unread, 'file')} could not be read`]),
  ].join('');
  if (affected > 0)
    return `${count(affected)} of ${counted(all, 'component')} ${affected === 1 ? 'is' : 'are'} affected${rest}`;
  if (unknown === all)
    return `${all === 1 ? 'The one component' : `None of ${counted(all, 'component')}`} could ${all === 1 ? 'not ' : ''}be checked`;
  return `None of ${counted(all, 'component')} is known to be affected${rest}`;
}

function severitiesOf(rows: readonly Row[]): string {
  const worst = rows.map(({ outcome }) => worstFinding(outcome.findings)?.severity ?? null);
  const words = [...SEVERITIES, null].flatMap((severity) => {
    const number = worst.filter((each) => each === severity).length;
    return number === 0 ? [] : [`${count(number)} ${severity ?? 'not rated'}`];
  });
  return words.join(', ');
}

function tile(name: string, value: number, note: string): void {
  say(`tile-${name}`, count(value));
  say(`tile-${name}-note`, note);
  part(`tile-${name}`, HTMLElement).parentElement?.classList.toggle('zero', value === 0);
}

/** In order of display. */
const REASONS: Readonly<Record<ScanReason, string>> = {
  failed: 'could not be asked about. Ask again.',
  cancelled: 'not asked about, since the scan was stopped. Ask again.',
  pending: 'not answered yet.',
  possible_match: 'with a record that may apply: look at it.',
  source_stale: 'that need a source which is not up to date. Ask again later.',
  not_covered: 'of a kind that no source covers:',
  version_missing: 'without a version, though records exist.',
  release_unknown: 'without the release of the distribution, by which records differ.',
  source_package_unknown: 'built from a source package that the file does not name, and records name only those.',
  built_package_unknown: 'that are sources of packages, and records name only what is built.',
  repository_kind_unknown: 'that are repositories, of which only GitHub actions are covered.',
  name_incomplete: 'with a name that lacks its group, vendor or host.',
  version_unreadable: 'with a version that cannot be read in the order of versions of its records.',
  range_unreadable: 'with a record that states its versions in a way that cannot be evaluated.',
  limit_reached: 'with more records than one answer evaluates.',
  package_unknown: 'with a name that no source knows.',
  no_purl: 'without a package URL: the file does not say which package is meant.',
  invalid: 'with a package URL that cannot be read.',
  unreadable: 'in a file or line that cannot be read.',
  not_rated: 'with a finding that nobody rates.',
};

/** Counts every component once, under its first reason in the order above. */
function showWhy(unknown: readonly Row[]): void {
  const order = Object.keys(REASONS) as ScanReason[];
  const byReason = Map.groupBy(unknown, ({ outcome }) => order.find((why) => outcome.unknownReasons.includes(why)));
  const items = order.flatMap((why) => {
    const rows = byReason.get(why) ?? [];
    if (rows.length === 0) return [];
    const words = [REASONS[why], ...(why === 'not_covered' ? [kindsOf(rows)] : [])].join(' ');
    return [make('li', {}, make('strong', {}, count(rows.length)), ` ${words}`)];
  });
  const possible = listPossible(unknown);
  part('why', HTMLElement).hidden = items.length === 0;
  say('why-title', `Why ${count(unknown.length)} could not be checked`);
  part('why-list', HTMLElement).replaceChildren(...items, ...possible);
}

/** Further ones are only counted. */
const MAX_POSSIBLE = 10;

/**
 * Lists what may apply to components that could not be checked. They are easily missed, because they are not among the
 * affected.
 */
function listPossible(unknown: readonly Row[]): HTMLElement[] {
  const rows = unknown
    .filter(({ outcome }) => outcome.findings.length > 0)
    .toSorted((a, b) => outcomeRank(a.outcome) - outcomeRank(b.outcome));
  const items = rows.slice(0, MAX_POSSIBLE).map(({ component: { name, version }, outcome: { findings, more } }) => {
    const worst = worstFinding(findings);
    const others = findings.length - 1 + more;
    const { exploited } = riskWords(worst ?? {});
    return make(
      'li',
      {},
      'Possible: ',
      make('strong', {}, foreign(version === null ? name : `${name} ${version}`)),
      ' may be affected by ',
      make('a', { href: `/${encodeURIComponent(worst?.id ?? '')}` }, worst?.id ?? ''),
      ` (${[worst?.severity ?? 'not rated', ...(exploited === null ? [] : [exploited])].join(', ')})`,
      others > 0 ? ` and ${counted(others, 'other')}.` : '.',
    );
  });
  if (rows.length > MAX_POSSIBLE)
    items.push(make('li', {}, `and ${count(rows.length - MAX_POSSIBLE)} more components`));
  return items;
}

/** Further kinds are only counted. */
const NAMED = 8;

function kindsOf(rows: readonly Row[]): string {
  const kinds = Map.groupBy(rows, ({ ask }) => ask?.split('/', 1)[0] ?? '');
  const listed = [...kinds].toSorted(([, a], [, b]) => b.length - a.length).slice(0, NAMED);
  if (listed.length === 1) return `${listed[0]?.[0]}.`;
  return `${listed.map(([kind, all]) => `${kind} (${count(all.length)})`).join(', ')}.`;
}
