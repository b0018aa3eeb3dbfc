import type { UnknownWhy, Verdict } from '@almanac/core';
import { count, counted, make, part } from './dom.ts';
import type { ScanState } from './scan-state.ts';
import { type Row, SEVERITIES, worstOf } from './select-rows.ts';
import { say } from './view-progress.ts';

/** What it comes to: the verdicts counted, the worst first, and why what is unknown is unknown. */
export function showSummary(state: ScanState): void {
  const { rows } = state;
  const of = (verdict: Verdict) => rows.filter(({ outcome }) => outcome.verdict === verdict);
  const [affected, unknown, not] = [of('affected'), of('unknown'), of('not_affected')];
  say('headline', headlineOf(state, affected.length, unknown.length));
  tile('affected', affected.length, severitiesOf(affected));
  tile('unknown', unknown.length, unknown.length === 0 ? '' : 'not the same as clean');
  tile('not_affected', not.length, not.length === 0 ? '' : 'by every source that covers them');
  tile('all', rows.length, `in ${counted(state.files.filter(({ result }) => result?.file != null).length, 'file')}`);
  showWhy(unknown);
}

function headlineOf({ phase, rows, purls }: ScanState, affected: number, unknown: number): string {
  const all = rows.length;
  if (all === 0) return 'No component was found';
  if (phase !== 'done' && phase !== 'stopped')
    return `${count(purls.answered)} of ${counted(purls.all, 'package')} answered`;
  const rest = unknown === 0 ? '' : `, ${count(unknown)} ${unknown === 1 ? 'is' : 'are'} unknown`;
  if (affected > 0)
    return `${count(affected)} of ${counted(all, 'component')} ${affected === 1 ? 'is' : 'are'} affected${rest}`;
  if (unknown === all)
    return `Nothing can be said about ${all === 1 ? 'the one component' : `any of ${counted(all, 'component')}`}`;
  return `None of ${counted(all, 'component')} is known to be affected${rest}`;
}

function severitiesOf(rows: readonly Row[]): string {
  const worst = rows.map(({ outcome }) => worstOf(outcome.findings)?.severity ?? null);
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

/** What each reason means and what can be done, in the order in which it is shown. */
const REASONS: Readonly<Record<UnknownWhy, string>> = {
  failed: 'could not be asked about. Ask again.',
  cancelled: 'not asked about, since the scan was stopped. Ask again.',
  pending: 'not answered yet.',
  not_known: 'that no source could judge:',
  not_covered: 'of a kind that no source covers:',
  no_version: 'without a version: nothing can be ruled out.',
  no_purl: 'without a package URL: the file does not say which package is meant.',
  invalid: 'with a package URL that cannot be read.',
};

function showWhy(unknown: readonly Row[]): void {
  const items = (Object.keys(REASONS) as UnknownWhy[]).flatMap((why) => {
    const rows = unknown.filter(({ outcome }) => outcome.why === why);
    if (rows.length === 0) return [];
    const words = [REASONS[why], ...detailsOf(why, rows)].join(' ');
    return [make('li', {}, make('strong', {}, count(rows.length)), ` ${words}`)];
  });
  part('why', HTMLElement).hidden = items.length === 0;
  say('why-title', `Why ${count(unknown.length)} ${unknown.length === 1 ? 'is' : 'are'} unknown`);
  part('why-list', HTMLElement).replaceChildren(...items);
}

/** So many reasons or kinds are named. */
const NAMED = 8;

/** The service's own reasons, and the kinds that nobody covers, by name and the most frequent first. */
function detailsOf(why: UnknownWhy, rows: readonly Row[]): string[] {
  if (why !== 'not_known' && why !== 'not_covered') return [];
  const texts = rows.map(({ ask, outcome }) => (why === 'not_known' ? outcome.reason : (ask?.split('/', 1)[0] ?? '')));
  const counts = [...Map.groupBy(texts, (text) => text)].map(([text, all]) => ({ text, number: all.length }));
  const listed = counts.toSorted((a, b) => b.number - a.number).slice(0, NAMED);
  if (listed.length === 1) return [`${listed[0]?.text}.`];
  return [`${listed.map(({ text, number }) => `${text} (${count(number)})`).join(', ')}.`];
}
