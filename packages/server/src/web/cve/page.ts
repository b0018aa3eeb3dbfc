import { listVersionSubjects } from '@almanac/core/dossier';
import { html } from 'hono/html';
import type { CvePageModel } from '../../app/cve/page.ts';
import { layout } from '../layout.ts';
import { type Markup, said } from '../markup.ts';
import { coveragePart } from '../parts/coverage.ts';
import { countWords, fold } from '../parts/fold.ts';
import { sourceName } from '../parts/words.ts';
import { actionsSection } from './actions.ts';
import { affectedContent } from './affected.ts';
import { collectionSection } from './collection.ts';
import { decisionStrip } from './decision-strip.ts';
import { disagreementsSection } from './disagreements.ts';
import { referencesContent, relatedContent, reportContent } from './related.ts';
import { sourcesContent } from './sources.ts';
import { timelineContent } from './timeline.ts';
import { sentenceOf, verdictBar } from './verdict-bar.ts';
import { versionBox, versionsBar } from './version-box.ts';

export function cvePage(model: CvePageModel, script: string | undefined): string {
  const { canonical } = model.dossier;
  const { availability } = canonical;
  const isUsable = availability === 'published' || availability === 'partial';
  return layout({
    title: canonical.title === null ? canonical.id : `${canonical.id}: ${canonical.title}`,
    description: sentenceOf(model),
    ...(script === undefined ? {} : { script }),
    contents: null,
    main: html`<article class="cve">${verdictBar(model)}
${
  isUsable
    ? html`<div class="beside"><div>${versionBox(model)}${actionsSection(model)}${versionsBar(model)}</div>
${decisionStrip(model)}
<div>${descriptionSection(model)}
${collectionSection(model)}
${disagreementsSection(model)}</div></div>`
    : actionsSection(model)
}
${evidenceParts(model, isUsable)}
${followSection(model)}</article>`,
  });
}

function evidenceParts(model: CvePageModel, isUsable: boolean): Markup {
  const { dossier, lifecycle, assessment } = model;
  const { canonical, evidence } = dossier;
  const description = isUsable || canonical.description === null ? '' : descriptionSection(model);
  return html`<div class="folds">
${isUsable ? fold('affected', 'Affected, source by source', countWords(canonical.affectedPackages.length, 'statement'), affectedContent(model)) : ''}
${fold('timeline', 'Timeline and time travel', countWords(lifecycle.events.length, 'event'), timelineContent(model))}
${fold('sources', 'Sources side by side', countWords(evidence.records.length, 'record'), html`${description}${sourcesContent(model)}`)}
${coveragePart(model.coverage)}
${fold('related', 'Other ids, records and weaknesses', '', relatedContent(model))}
${fold('references', 'References', '', referencesContent(model))}
${isUsable ? fold('assessment', 'Summary', countWords(assessment.sentences.length, 'sentence'), assessmentContent(model)) : ''}
${fold('report', 'Report a problem, JSON', '', reportContent(model))}
</div>`;
}

function descriptionSection({ dossier: { canonical }, isSelection }: CvePageModel): Markup | string {
  if (canonical.description === null) return '';
  return html`<section class="description"><p>${said(canonical.description)}</p>
<p class="note">${isSelection ? 'Description chosen' : 'In the words of its source, chosen'} by rule <a href="/guides/dossier#canonical-fields">${canonical.rules.description}</a>.</p></section>`;
}

function followSection({ dossier, baseUrl }: CvePageModel): Markup {
  const { canonical } = dossier;
  const [subject] = listVersionSubjects(dossier);
  const feed =
    subject === undefined
      ? ''
      : html` <a href="${baseUrl}/feed/atom?package=${encodeURIComponent(subject.name)}">Atom feed of ${subject.name}</a>,`;
  return html`<p class="note">Follow:${feed} <a href="/${canonical.id}/history">history of changes</a>.</p>`;
}

function assessmentContent({ assessment, now, isSelection }: CvePageModel): Markup {
  return html`<p class="note">Generated from the evidence above on ${now.slice(0, 10)}; not reviewed by a person.</p>
<ul class="plain assessment">${assessment.sentences.map(
    ({ text, evidence, quoted }) =>
      html`<li>${quoted === true && !isSelection ? html`<q>${text}</q>` : text} <span class="note">${evidence.map(({ source, record }) => `${sourceName(source)} ${record}`).join(', ')}</span></li>\n`,
  )}</ul>`;
}
