import { listVersionSubjects } from '@almanac/core/dossier';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said } from '../markup.ts';
import { countWords, fold } from '../parts/fold.ts';
import { sourceName } from '../parts/words.ts';
import { actionsSection } from './actions.ts';
import { affectedContent } from './affected.ts';
import { collectionSection } from './collection.ts';
import { decisionStrip } from './decision-strip.ts';
import { disagreementsSection } from './disagreements.ts';
import type { CvePageModel } from './model.ts';
import { referencesContent, relatedContent, reportContent } from './related.ts';
import { sourcesContent } from './sources.ts';
import { timelineContent } from './timeline.ts';
import { sentenceOf, verdictBar } from './verdict-bar.ts';
import { versionBox, versionsBar } from './version-box.ts';

/**
 * The page of a CVE, action first: the verdict, your version and what to do, then the facts, then the evidence, folded. `script` is the
 * address of what copies its commands.
 */
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
${isUsable ? html`<div class="act">${versionBox(model)}${actionsSection(model)}${versionsBar(model)}</div>` : actionsSection(model)}
${
  isUsable
    ? html`${decisionStrip(model)}
${descriptionSection(model)}
${collectionSection(model)}
${disagreementsSection(model)}`
    : ''
}
${evidenceParts(model, isUsable)}
${followSection(model)}</article>`,
  });
}

/** What the verdict was made from, part by part. */
function evidenceParts(model: CvePageModel, isUsable: boolean): Markup {
  const { dossier, lifecycle, assessment } = model;
  const { canonical, evidence } = dossier;
  const description = isUsable || canonical.description === null ? '' : descriptionSection(model);
  return html`<div class="folds">
${isUsable ? fold('affected', 'Affected, source by source', countWords(canonical.affectedPackages.length, 'statement'), affectedContent(model)) : ''}
${fold('timeline', 'Timeline and time travel', countWords(lifecycle.events.length, 'event'), timelineContent(model))}
${fold('sources', 'Sources side by side', countWords(evidence.records.length, 'record'), html`${description}${sourcesContent(model)}`)}
${fold('related', 'Other ids, records and weaknesses', '', relatedContent(model))}
${fold('references', 'References', '', referencesContent(model))}
${isUsable ? fold('assessment', 'In plain words', countWords(assessment.sentences.length, 'sentence'), assessmentContent(model)) : ''}
${fold('report', 'Report a problem, JSON', '', reportContent(model))}
</div>`;
}

function descriptionSection({ dossier: { canonical }, isSelection }: CvePageModel): Markup | string {
  if (canonical.description === null) return '';
  return html`<section class="description"><p>${said(canonical.description)}</p>
<p class="note">${isSelection ? 'Chosen' : 'In the words of its source,'} by the rule <a href="/guides/dossier#canonical-fields">${canonical.rules.description}</a>.</p></section>`;
}

/** Ways to hear of changes. */
function followSection({ dossier, baseUrl }: CvePageModel): Markup {
  const { canonical } = dossier;
  const [subject] = listVersionSubjects(dossier);
  const feed =
    subject === undefined
      ? ''
      : html` <a href="${baseUrl}/feed/atom?package=${encodeURIComponent(subject.name)}">Atom feed of ${subject.name}</a>,`;
  return html`<p class="note">Follow it:${feed} <a href="/${canonical.id}/history">history of changes</a>.</p>`;
}

/** Generated text comes last, labelled, each sentence with where it comes from. */
function assessmentContent({ assessment, now, isSelection }: CvePageModel): Markup {
  return html`<p class="note">Generated from the evidence above on ${now.slice(0, 10)}; not reviewed by a person.</p>
<ul class="plain assessment">${assessment.sentences.map(
    ({ text, evidence, quoted }) =>
      html`<li>${quoted === true && !isSelection ? html`<q>${text}</q>` : text} <span class="note">${evidence.map(({ source, record }) => `${sourceName(source)} ${record}`).join(', ')}</span></li>\n`,
  )}</ul>`;
}
