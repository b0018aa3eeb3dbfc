import type { TrackerPull } from '@almanac/contract';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';
import { outside, time } from './words.ts';

export function pullsTable(pulls: readonly TrackerPull[]): Markup {
  return table('Pull requests', COLUMNS, pulls.map(row));
}

const COLUMNS = [
  ['Pull request', 'name'],
  ['Stage', 'brief'],
  ['Progress', 'prose'],
] as const;

const STAGES: ReadonlyMap<string, string> = new Map([
  ['open', 'open'],
  ['closed', 'closed'],
  ['merged', 'merged'],
  ['staging', 'in staging'],
  ['release', 'in a release branch'],
  ['master', 'in master'],
  ['channel', 'in a channel'],
]);

export function stageWords(stage: TrackerPull['stage']): string {
  return STAGES.get(stage) ?? stage;
}

function row({ number, title, url, stage, steps }: TrackerPull): readonly (Markup | string)[] {
  const progress = [...Map.groupBy(steps, (each) => `${each.step} ${each.at ?? ''}`).values()].map(
    (same) =>
      html`<li>${same[0]?.step} ${same.flatMap(({ branch }) => branch ?? []).join(', ')}${same[0]?.at == null ? '' : html`, ${time(same[0].at)}`}</li>`,
  );
  return [
    html`<strong>${outside(url, `#${number}`)}</strong> ${title}`,
    stageWords(stage),
    html`<ol class="plain">${progress}</ol>`,
  ];
}
