import { type AffectedPackage, chooseSubject, targetOf, versionSubjects } from '@almanac/core/dossier';
import { sentence } from '@almanac/core/explain';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import type { CvePageModel, VersionVerdict } from './model.ts';
import { versionBar } from './version-bar.ts';

/** A form for the version that the reader has, and what the CVE means for it. */
export function versionBox({ dossier, asked, at }: CvePageModel): Markup {
  const { canonical } = dossier;
  const subjects = versionSubjects(canonical);
  const chosen = chooseSubject(subjects, asked?.target);
  const head = html`<h2 id="version">Is your version affected?</h2>`;
  if (chosen === undefined) {
    return html`<section class="box">${head}<p>Nobody can tell: no source names affected packages, products or versions. That is not the same as unaffected.</p></section>`;
  }
  return html`<section class="box">${head}
<form class="ask" method="get" action="/${canonical.id}">${subjectField(subjects, chosen)}
<label>Version <input name="version" value="${asked?.version ?? ''}" placeholder="${exampleOf(chosen)}" required maxlength="100" autocomplete="off" spellcheck="false"></label>
${at === null ? '' : html`<input type="hidden" name="at" value="${at.slice(0, 10)}">`}<button class="primary">Check</button></form>
${asked === null ? '' : verdictOf(asked, canonical.id)}</section>`;
}

/** Affected and fixed versions of what the box asks about. */
export function versionsBar({ dossier, asked }: CvePageModel): Markup | string {
  const chosen = chooseSubject(versionSubjects(dossier.canonical), asked?.target);
  return chosen === undefined ? '' : versionBar(dossier, chosen, asked?.version ?? null);
}

function subjectField(subjects: readonly AffectedPackage[], chosen: AffectedPackage): Markup {
  if (subjects.length === 1) {
    return html`<p class="subject"><strong>${chosen.name}</strong> <span class="note">${placeOf(chosen)}</span></p>`;
  }
  return html`<label class="wide">Package or product <select name="package">${subjects.map(
    (each) =>
      html`<option value="${targetOf(each)}"${each === chosen ? html` selected` : ''}>${each.name} (${placeOf(each)})</option>`,
  )}</select></label>`;
}

function placeOf({ ecosystem, vendor }: AffectedPackage): string {
  return ecosystem ?? vendor ?? 'product';
}

/** What a version of it looks like. */
function exampleOf({ fixedIn }: AffectedPackage): string {
  return fixedIn.at(-1) ?? '1.2.3';
}

function verdictOf({ name, version, verdict, range, fixedIn, reason }: VersionVerdict, id: string): Markup {
  const subject = `${name} ${version}`;
  const lead = {
    affected: `${subject} is affected.`,
    not_affected: `${subject} is not affected.`,
    none_known: `No record of ${id} says that ${subject} is affected.`,
    unknown: `Whether ${subject} is affected is not known.`,
  }[verdict];
  const details = [
    ...(range === null ? [] : [`Affected: ${range}.`]),
    ...(verdict === 'affected' && fixedIn !== null ? [`Upgrade to ${fixedIn} or later.`] : []),
    ...(reason === null ? [] : [sentence(reason)]),
  ];
  return html`<p class="answer ${verdict}" role="status"><strong>${lead}</strong> ${details.join(' ')}</p>`;
}
