import { html } from 'hono/html';
import { layout } from '../layout.ts';
import type { Markup } from '../markup.ts';
import { day } from '../parts/words.ts';
import type { Figures, Topic, TopicContent } from './topic.ts';

/** A topic with its figures, whatever they are made of. */
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

/** All topics on one page: the answer to each in a sentence, and the way to the rest. */
export function insightsPage(insights: readonly Insight[]): string {
  return layout({
    title: 'Insights',
    description: 'What the collected records say as a whole: severity, fixes, exploitation, quality.',
    part: 'insights',
    contents: null,
    main: html`<header class="verdict"><h1>Insights</h1>
<p class="sentence">What all records say together. Each figure says what it is made from and how old it is.</p></header>
<ul class="insights">${insights.map(
      ({ topic, shown, missing }) => html`<li><h2><a href="/insights/${topic.id}">${topic.title}</a></h2>
<p class="note">${topic.question}</p><p>${shown === null ? absent(missing) : shown.sentence}</p>${shown === null ? '' : shown.chart('small')}</li>\n`,
    )}</ul>`,
  });
}

/** One topic: the sentence, the drawing, the numbers, how they are made, and the same as JSON. */
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
<section><h2 id="numbers">The numbers</h2>${shown.numbers}</section>
<section><h2 id="made">How they are made</h2><ul class="notes">${shown.notes.map((note) => html`<li>${note}</li>\n`)}</ul></section>`
}
<p class="note">${asOf === null ? '' : `The evidence is of ${day(asOf)}. `}The same as JSON: <a href="${baseUrl}${topic.json}">${topic.json}</a>.</p>`,
  });
}

function absent(reason: string | null): Markup {
  return html`<span class="unknown">${reason ?? 'unknown'}</span>`;
}
