import { type AdviceSubject, describeIssues } from '@almanac/core/advice';
import { chooseSubject, formatTarget, listVersionSubjects } from '@almanac/core/dossier';
import { sentence } from '@almanac/core/explain';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import type { CvePageModel, VersionVerdict } from './model.ts';
import { versionBar } from './version-bar.ts';

/** A form for the version that the reader has, and what the CVE means for it. */
export function versionBox({ dossier, asked, at }: CvePageModel): Markup {
  const { canonical } = dossier;
  const subjects = listVersionSubjects(dossier);
  const chosen = chooseSubject(subjects, asked?.target);
  const head = html`<h2 id="version">Is your version affected?</h2>`;
  if (chosen === undefined) {
    return html`<section class="box">${head}<p>Unknown: no source names affected packages, products or versions. That does not mean unaffected.</p></section>`;
  }
  return html`<section class="box">${head}
<form class="ask" method="get" action="/${canonical.id}">${subjectField(subjects, chosen)}
<label>Version <input name="version" value="${asked?.version ?? ''}" placeholder="${findExample(chosen)}" required maxlength="100" autocomplete="off" spellcheck="false"></label>
${at === null ? '' : html`<input type="hidden" name="at" value="${at.slice(0, 10)}">`}<button class="primary">Check</button></form>
${asked === null ? '' : answer(asked, canonical.id)}</section>`;
}

/** Affected and fixed versions of what the box asks about. */
export function versionsBar({ dossier, asked }: CvePageModel): Markup | string {
  const chosen = chooseSubject(listVersionSubjects(dossier), asked?.target);
  return chosen === undefined ? '' : versionBar(dossier, chosen, asked?.version ?? null);
}

function subjectField(subjects: readonly AdviceSubject[], chosen: AdviceSubject): Markup {
  if (subjects.length === 1) {
    return html`<p class="subject"><strong>${chosen.name}</strong> <span class="note">${formatPlace(chosen)}</span></p>`;
  }
  return html`<label class="wide">Package or product <select name="package">${subjects.map(
    (each) =>
      html`<option value="${formatTarget(each)}"${each === chosen ? html` selected` : ''}>${each.name} (${formatPlace(each)})</option>`,
  )}</select></label>`;
}

function formatPlace({ ecosystem, vendor }: AdviceSubject): string {
  return ecosystem ?? vendor ?? 'product';
}

/** Shows what a version looks like. */
function findExample({ fixedIn, extent }: AdviceSubject): string {
  return fixedIn.at(-1) ?? (extent.kind === 'listed' ? extent.versions.at(-1) : undefined) ?? '1.2.3';
}

function answer({ name, version, verdict, range, reason, advice }: VersionVerdict, id: string): Markup {
  const subject = `${name} ${version}`;
  const lead = {
    affected: `${subject} is affected.`,
    not_affected: `${subject} is not affected by ${id}.`,
    none_known: `No record of ${id} says that ${subject} is affected.`,
    unknown: `Whether ${subject} is affected is not known.`,
  }[verdict];
  const details = [
    ...(range === null ? [] : [`Affected: ${range}.`]),
    ...(reason === null ? [] : [sentence(reason)]),
    ...(advice === null || verdict === 'affected' ? [] : [`But it has ${describeIssues(advice.has)}.`]),
    ...(advice === null ? [] : [advice.sentence]),
  ];
  // A version that something else affects is not shown as a good one.
  const tone = verdict === 'not_affected' && advice !== null ? 'unknown' : verdict;
  return html`<p class="answer ${tone}" role="status"><strong>${lead}</strong> ${details.join(' ')}</p>`;
}
