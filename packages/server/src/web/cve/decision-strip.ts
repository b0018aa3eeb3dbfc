import type { AdviceAction } from '@almanac/core/advice';
import { harmInWords, reachInWords } from '@almanac/core/dossier';
import { decideSsvc, percent } from '@almanac/core/scores';
import { formatSourceState } from '@almanac/core/sources';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import type { Markup } from '../markup.ts';
import { day, moment, time, UNKNOWN } from '../parts/words.ts';
import { channelsWith } from './collection-fix.ts';

/** Six facts to decide by. Unknown ones are shown as unknown. */
export function decisionStrip(model: CvePageModel): Markup {
  const facts: readonly (readonly [string, Markup | string])[] = [
    ['Severity', severity(model)],
    ['Exploitation within 30 days (EPSS)', epss(model)],
    ['Known exploited (KEV)', kev(model)],
    ['Decision (SSVC)', ssvc(model)],
    ['Fix', fix(model)],
    ['Data quality', quality(model)],
  ];
  return html`<dl class="facts6" id="facts" aria-label="Decision facts">${facts.map(
    ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`,
  )}</dl>`;
}

function severity({ dossier: { canonical } }: CvePageModel): Markup {
  const { severity: word, cvssScore, cvssVersion, cvssVector, rules } = canonical;
  if (word === null && cvssScore === null) return html`<strong>${UNKNOWN}</strong> <small>no source rates it</small>`;
  const score = cvssScore === null ? '' : html` <span class="score">${cvssScore.toFixed(1)}</span>`;
  const words = cvssVector === null ? '' : vectorWords(cvssVector);
  const by = html`${cvssVersion === null ? '' : `CVSS ${cvssVersion}, `}rule <a href="/guides/dossier#canonical-fields">${rules.severity}</a>`;
  return html`<strong class="sev ${word ?? ''}">${word ?? 'not rated'}${score}</strong> <small>${words}</small> <small>${by}${cvssVector === null ? '' : html`<br><code>${cvssVector}</code>`}</small>`;
}

function vectorWords(vector: string): string {
  const [reach, harm] = [reachInWords(vector), harmInWords(vector)];
  const attack = reach === null ? '' : `Attacked ${reach}. `;
  return harm === null ? attack : `${attack}An attacker can ${harm}.`;
}

function epss({ dossier: { canonical }, scores }: CvePageModel): Markup {
  if (canonical.epss === null) return html`<strong>${UNKNOWN}</strong> <small>EPSS does not score it</small>`;
  const { epss: score, percentile, date } = canonical.epss;
  return html`<strong>${percent(score)}</strong> ${epssChart(scores)} <small>higher than ${percent(percentile)} of all CVEs on ${time(date)}</small>`;
}

function kev({ dossier: { canonical }, coverage, at, basis }: CvePageModel): Markup {
  if (canonical.kev !== null) {
    const { dateAdded, dueDate, knownRansomwareCampaignUse } = canonical.kev;
    const ransom = knownRansomwareCampaignUse === 'Known' ? ' Used by ransomware.' : '';
    return html`<strong class="bad">Yes</strong> <small>since ${time(dateAdded)}, due ${time(dueDate)}.${ransom}</small>`;
  }
  const row = coverage.find(({ source }) => source === 'kev');
  if (row === undefined || row.checkedAt === null) {
    const why = at === null ? 'the catalogue has not been read' : 'the catalogue had not been read by that day';
    return html`<strong>${UNKNOWN}</strong> <small>${why}</small>`;
  }
  if (at !== null && basis === 'reconstructed') {
    return html`<strong>No</strong> <small>not listed by that day, according to the catalogue read ${moment(row.checkedAt)}</small>`;
  }
  return html`<strong>No</strong> <small>catalogue read ${moment(row.checkedAt)}${row.state === 'ok' ? '' : ` (${formatSourceState(row.state)})`}</small>`;
}

function ssvc({ dossier: { evidence } }: CvePageModel): Markup {
  const points = evidence.live.map((record) => record.ssvc).find((given) => given !== null);
  if (points === undefined) return html`<strong>${UNKNOWN}</strong> <small>not assessed by CISA</small>`;
  const decision = decideSsvc(points, 'medium')?.decision;
  const words = [
    `exploitation ${points.exploitation ?? 'unknown'}`,
    `automatable ${points.automatable ?? 'unknown'}`,
    `impact ${points.technicalImpact ?? 'unknown'}`,
  ];
  return html`<strong>${decision ?? UNKNOWN}</strong> <small>${words.join(', ')}; for a medium mission</small>`;
}

const FIX_WORDS: Readonly<Record<AdviceAction, string>> = {
  upgrade: 'Available',
  leave_versions: 'Other versions',
  apply_patch: 'Commit only',
  mitigate: 'None known',
  wait: 'None known',
  nothing: 'Not needed',
  review: 'Needs review',
};

function fix({ dossier: { advice }, packages }: CvePageModel): Markup {
  const [first] = advice.subjects;
  const targets = first?.targets.slice(0, MAX_TARGETS).map(({ version }) => version) ?? [];
  const named = first === undefined || targets.length === 0 ? '' : `${first.name} ${targets.join(', ')}`;
  const behind = named === '' ? [] : channelsWith('affected', packages);
  const detail = [named, behind.length === 0 ? '' : `still affected: ${behind.join(', ')}`];
  return html`<strong>${FIX_WORDS[advice.action]}</strong> <small>${detail.filter((part) => part !== '').join('; ')}</small>`;
}

const MAX_TARGETS = 3;

function quality({ dossier: { quality: graded }, asOf }: CvePageModel): Markup {
  const age = asOf === null ? 'age of the records unknown' : html`records checked ${moment(asOf)}`;
  const conflicts = graded.conflicts.length;
  return html`<strong>${graded.grade}</strong> <small>${graded.score} of 100; ${conflicts === 0 ? 'no conflict' : `${conflicts} conflict${conflicts === 1 ? '' : 's'}`}; ${age}</small>`;
}

const WIDTH = 230;
const HEIGHT = 72;
const [LEFT, RIGHT, TOP, BOTTOM] = [42, 4, 6, 16];

/** Upper ends of the axis, in hundred-thousandths. */
const TOPS = [100, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000];

function epssChart(scores: readonly { readonly day: string; readonly score: number }[]): Markup | string {
  const [first] = scores;
  const last = scores.at(-1);
  if (first === undefined || last === undefined || scores.length < 2) return '';
  const values = scores.map(({ score }) => score);
  const most = Math.max(...values);
  const top = TOPS.find((end) => end >= most) ?? 100_000;
  const begin = Date.parse(first.day);
  const span = Math.max(1, Date.parse(last.day) - begin);
  const x = (at: string) => (LEFT + ((Date.parse(at) - begin) / span) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (score: number) => (HEIGHT - BOTTOM - (score / top) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const line = scores.map(({ day: at, score }) => `${x(at)},${y(score)}`).join(' ');
  const words = `From ${percent(first.score / 1e5)} on ${day(first.day)} to ${percent(last.score / 1e5)} on ${day(last.day)}; between ${percent(Math.min(...values) / 1e5)} and ${percent(most / 1e5)}`;
  const axis = (score: number) =>
    html`<line class="ink-line" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(score)}" y2="${y(score)}" stroke="currentColor"/><text x="${LEFT - 4}" y="${y(score)}" dy="4" text-anchor="end">${score / 1_000} %</text>`;
  return html`<svg class="epss" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${words}">${axis(top)}${axis(0)}
<text x="${LEFT}" y="${HEIGHT - 3}">${monthOf(first.day)}</text><text x="${WIDTH - RIGHT}" y="${HEIGHT - 3}" text-anchor="end">${monthOf(last.day)}</text>
<polyline points="${line}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"/><circle cx="${x(last.day)}" cy="${y(last.score)}" r="2.5" fill="currentColor"/></svg>`;
}

function monthOf(at: string): string {
  return day(at).split(' ').slice(1).join(' ');
}
