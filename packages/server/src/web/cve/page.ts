import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said } from '../markup.ts';
import { sourceName } from '../parts/words.ts';
import { actionsSection } from './actions.ts';
import { affectedSection } from './affected.ts';
import { collectionSection } from './collection.ts';
import { decisionStrip } from './decision-strip.ts';
import type { CvePageModel } from './model.ts';
import { referencesSection, relatedSection, reportSection } from './related.ts';
import { sourcesSection } from './sources.ts';
import { timelineSection } from './timeline.ts';
import { sentenceOf, verdictBar } from './verdict-bar.ts';

/** The page of a CVE: decide in five seconds, act, then look at the evidence. */
export function cvePage(model: CvePageModel): string {
  const { canonical } = model.dossier;
  const dead = canonical.availability === 'rejected' || canonical.availability === 'withdrawn';
  const nothing = canonical.availability === 'reserved' || canonical.availability === 'awaiting_ingest';
  const evidence = html`${sourcesSection(model)}
${relatedSection(model)}
${referencesSection(model)}`;
  return layout({
    title: canonical.title === null ? canonical.id : `${canonical.id}: ${canonical.title}`,
    description: sentenceOf(model),
    contents: contents(dead || nothing),
    main: html`${verdictBar(model)}
${
  dead || nothing
    ? ''
    : html`${decisionStrip(model)}
${actionsSection(model)}
${descriptionSection(model)}
${affectedSection(model)}
${collectionSection(model)}`
}
${dead || nothing ? actionsSection(model) : ''}
${timelineSection(model)}
${dead ? html`<details class="former"><summary>What the records said</summary>${descriptionSection(model)}${evidence}</details>` : evidence}
${nothing ? '' : assessmentSection(model)}
${reportSection(model)}`,
  });
}

function contents(short: boolean): Markup {
  const links: readonly (readonly [string, string])[] = [
    ['verdict', 'Verdict'],
    ...(short
      ? []
      : ([
          ['facts', 'Decision facts'],
          ['actions', 'What to do'],
          ['affected', 'Am I affected?'],
          ['collection', 'In the collection'],
        ] as const)),
    ...(short ? ([['actions', 'What to do']] as const) : []),
    ['timeline', 'Timeline'],
    ['sources', 'Sources'],
    ['related', 'Related'],
    ['references', 'References'],
    ['report', 'Report a problem'],
  ];
  return html`<ul>${links.map(([id, text]) => html`<li><a href="#${id}">${text}</a></li>\n`)}</ul>`;
}

function descriptionSection({ dossier: { canonical } }: CvePageModel): Markup | string {
  if (canonical.description === null) return '';
  return html`<section class="description"><p>${said(canonical.description)}</p>
<p class="note">In the words of its source, by the rule <a href="/guides/dossier#canonical-fields">${canonical.rules.description}</a>.</p></section>`;
}

/** Generated text goes last, labelled, each sentence with where it comes from. */
function assessmentSection({ assessment, now }: CvePageModel): Markup {
  return html`<section><h2 id="assessment">In plain words</h2>
<p class="note">Put together by rules from the evidence above on ${now.slice(0, 10)}; no person has read it over.</p>
<ul class="plain assessment">${assessment.sentences.map(
    ({ text, evidence, quoted }) =>
      html`<li>${quoted === true ? html`<q>${text}</q>` : text} <span class="note">${evidence.map(({ source, record }) => `${sourceName(source)} ${record}`).join(', ')}</span></li>\n`,
  )}</ul></section>`;
}
