import { html } from 'hono/html';
import type { Figures } from '../../app/insights/figures.ts';
import { layout } from '../layout.ts';
import type { Markup } from '../markup.ts';
import { day } from '../parts/words.ts';
import type { Topic, TopicContent } from './topic.ts';

export interface Insight {
  readonly topic: Pick<Topic<never>, 'id' | 'title' | 'question' | 'json'>;
  readonly shown: TopicContent | null;
  readonly missing: string | null;
  readonly asOf: string | null;
}

export function insightOf<T>(topic: Topic<T>, figures: Figures<T>): Insight {
  if (figures.missing !== null) return { topic, shown: null, missing: figures.missing, asOf: null };
  return { topic, shown: topic.show(figures.data), missing: null, asOf: figures.asOf };
}

export function insightsPage(insights: readonly Insight[]): string {
  return layout({
    title: 'Insights',
    description: 'Severity, time to fix, exploitation and data quality across all records.',
    part: 'insights',
    contents: null,
    main: html`<header class="verdict"><h1>Insights</h1>
<p class="sentence">Severity, fixes, exploitation and quality across all records. Each topic has its numbers, how they are computed, and the same as JSON.</p></header>
${insightCards(insights, (title) => html`<h2>${title}</h2>`)}`,
  });
}

export function insightCards(insights: readonly Insight[], heading: (title: Markup) => Markup): Markup {
  return html`<ul class="insights">${insights.map(
    ({ topic, shown, missing }) =>
      html`<li>${heading(html`<a href="/insights/${topic.id}">${topic.title}</a>`)}${shown === null ? '' : shown.chart('small')}<p>${shown === null ? absent(missing) : shown.sentence}</p></li>\n`,
  )}</ul>`;
}

export function insightPage(
  { topic, shown, missing, asOf }: Insight,
  others: readonly Insight['topic'][],
  baseUrl: string,
): string {
  return layout({
    title: `${topic.title} – insights`,
    description: topic.question,
    part: 'insights',
    contents: html`<ul>${others.map(({ id, title }) => html`<li><a href="/insights/${id}"${id === topic.id ? html` aria-current="page"` : ''}>${title}</a></li>\n`)}</ul>`,
    main: html`<header class="verdict"><h1>${topic.title}</h1><p class="title">${topic.question}</p>
<p class="sentence">${shown === null ? absent(missing) : shown.sentence}</p></header>
${
  shown === null
    ? ''
    : html`${shown.chart('full')}
<section><h2 id="numbers">Numbers</h2>${shown.numbers}</section>
<section><h2 id="made">How they are computed</h2><ul class="notes">${shown.notes.map((note) => html`<li>${note}</li>\n`)}</ul></section>`
}
<p class="note">${asOf === null ? '' : `Computed from records of ${day(asOf)}. `}As JSON: <a href="${baseUrl}${topic.json}">${topic.json}</a>.</p>`,
  });
}

function absent(reason: string | null): Markup {
  return html`<span class="unknown">${reason ?? 'unknown'}</span>`;
}
