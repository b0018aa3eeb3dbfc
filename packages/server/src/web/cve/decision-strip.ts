import type { AdviceAction } from '@almanac/core/advice';
import { harmInWords, reachInWords } from '@almanac/core/dossier';
import { decideSsvc, percent } from '@almanac/core/scores';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { moment, time, UNKNOWN } from '../parts/words.ts';
import { channelsWith } from './affected-channels.ts';
import { epssChart } from './epss-chart.ts';
import type { CvePageModel } from './model.ts';

/** Six facts by which people decide. What is not known is spelled out. */
export function decisionStrip(model: CvePageModel): Markup {
  const facts: readonly (readonly [string, Markup | string])[] = [
    ['Severity', severity(model)],
    ['Likely to be exploited (EPSS)', epss(model)],
    ['Known to be exploited (KEV)', kev(model)],
    ['Decision points (SSVC)', ssvc(model)],
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
  const by = html`${cvssVersion === null ? '' : `CVSS ${cvssVersion}, `}by the rule <a href="/guides/dossier#canonical-fields">${rules.severity}</a>`;
  return html`<strong class="sev ${word ?? ''}">${word ?? 'unrated'}${score}</strong> <small>${words}</small> <small>${by}${cvssVector === null ? '' : html`<br><code>${cvssVector}</code>`}</small>`;
}

/** What the vector says, for people. */
function vectorWords(vector: string): string {
  const [reach, harm] = [reachInWords(vector), harmInWords(vector)];
  const attack = reach === null ? '' : `Attacked ${reach}. `;
  return harm === null ? attack : `${attack}An attacker can ${harm}.`;
}

function epss({ dossier: { canonical }, scores }: CvePageModel): Markup {
  if (canonical.epss === null) return html`<strong>${UNKNOWN}</strong> <small>EPSS does not score it</small>`;
  const { epss: score, percentile, date } = canonical.epss;
  return html`<strong>${percent(score)}</strong> ${epssChart(scores)} <small>within 30 days; higher than ${percent(percentile)} of all CVEs, on ${time(date)}</small>`;
}

function kev({ dossier: { canonical }, coverage, at, basis }: CvePageModel): Markup {
  if (canonical.kev !== null) {
    const { dateAdded, dueDate, knownRansomwareCampaignUse } = canonical.kev;
    const ransom = knownRansomwareCampaignUse === 'Known' ? ' Used by ransomware.' : '';
    return html`<strong class="bad">Yes</strong> <small>since ${time(dateAdded)}, due ${time(dueDate)}.${ransom}</small>`;
  }
  const row = coverage.find(({ source }) => source === 'kev');
  if (row === undefined || row.checkedAt === null) {
    const why = at === null ? 'the catalogue could not be read' : 'the catalogue had not been read by that day';
    return html`<strong>${UNKNOWN}</strong> <small>${why}</small>`;
  }
  if (at !== null && basis === 'reconstructed') {
    return html`<strong>No</strong> <small>not listed by that day, by the dates in the catalogue read ${moment(row.checkedAt)}</small>`;
  }
  return html`<strong>No</strong> <small>catalogue read ${moment(row.checkedAt)}${row.state === 'ok' ? '' : `, which is ${row.state}`}</small>`;
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
  return html`<strong>${decision ?? UNKNOWN}</strong> <small>${words.join(', ')}; decided for a medium mission</small>`;
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
  const age = asOf === null ? 'age unknown' : html`evidence checked ${moment(asOf)}`;
  const conflicts = graded.conflicts.length;
  return html`<strong>${graded.grade}</strong> <small>${graded.score} of 100; ${conflicts === 0 ? 'no conflict' : `${conflicts} conflict${conflicts === 1 ? '' : 's'}`}; ${age}</small>`;
}
