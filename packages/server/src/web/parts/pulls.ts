import type { TrackerPull } from '@almanac/contract';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';
import { outside, time } from './words.ts';

/** Pull requests of the collection and how far each has come. */
export function pullsTable(pulls: readonly TrackerPull[]): Markup {
  return table('Pull requests', COLUMNS, pulls.map(row));
}

const COLUMNS = [
  ['Pull request', 'name'],
  ['Stage', 'brief'],
  ['Way', 'prose'],
] as const;

const STAGES: ReadonlyMap<string, string> = new Map([
  ['open', 'open'],
  ['closed', 'given up'],
  ['merged', 'merged'],
  ['staging', 'in staging'],
  ['release', 'in a release branch'],
  ['master', 'in master'],
  ['channel', 'in a channel'],
]);

/** How far a pull request has come, in words. */
export function stageWords(stage: TrackerPull['stage']): string {
  return STAGES.get(stage) ?? stage;
}

function row({ number, title, url, stage, steps }: TrackerPull): readonly (Markup | string)[] {
  const way = steps.map(
    ({ step, branch, at }) =>
      html`<li>${step}${branch === null ? '' : ` ${branch}`}${at === null ? '' : html`, ${time(at)}`}</li>`,
  );
  return [
    html`<strong>${outside(url, `#${number}`)}</strong> ${title}`,
    stageWords(stage),
    html`<ol class="plain">${way}</ol>`,
  ];
}
