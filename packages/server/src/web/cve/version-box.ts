import { type AdviceSubject, describeIssues } from '@almanac/core/advice';
import {
  type AffectedPackage,
  chooseSubject,
  claimsBehind,
  type Dossier,
  formatTarget,
  listVersionSubjects,
} from '@almanac/core/dossier';
import { sentence } from '@almanac/core/explain';
import { type VersionCut, type VersionSpan, versionLine } from '@almanac/core/ranges';
import { html } from 'hono/html';
import type { CvePageModel, VersionVerdict } from '../../app/cve/page.ts';
import type { Markup } from '../markup.ts';
import { sourceName } from '../parts/words.ts';
import { whyAddress } from '../why-page.ts';

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

function findExample({ fixedIn, extent }: AdviceSubject): string {
  return fixedIn.at(-1) ?? (extent.kind === 'listed' ? extent.versions.at(-1) : undefined) ?? '1.2.3';
}

function answer({ target, name, version, verdict, range, reason, advice }: VersionVerdict, id: string): Markup {
  const subject = `${name} ${version}`;
  const lead = {
    affected: `${subject} is affected.`,
    not_affected: `${subject} is not affected by ${id}.`,
    none_known: `No record of ${id} says that ${subject} is affected.`,
    unknown: `Unknown whether ${subject} is affected.`,
  }[verdict];
  const details = [
    ...(range === null ? [] : [`Affected: ${range}.`]),
    ...(reason === null ? [] : [sentence(reason)]),
    ...(advice === null || verdict === 'affected' ? [] : [`But it has ${describeIssues(advice.has)}.`]),
    ...(advice === null ? [] : [advice.sentence]),
  ];
  // A version with another vulnerability is not shown in green.
  const tone = verdict === 'not_affected' && advice !== null ? 'unknown' : verdict;
  return html`<p class="answer ${tone}" role="status"><strong>${lead}</strong> ${details.join(' ')}${target.startsWith('pkg:') ? html` <a href="${whyAddress({ package: target, version, cve: id })}">Why?</a>` : ''}</p>`;
}

/** Empty if the ranges cannot be drawn. */
function versionBar(
  { canonical, evidence }: Dossier,
  { ecosystem, name }: AdviceSubject,
  asked: string | null,
): Markup | string {
  const stated = canonical.affectedPackages.filter((each) => each.ecosystem === ecosystem && each.name === name);
  for (const each of stated) {
    const assertions = claimsBehind(each, evidence.claims).map(({ assertion }) => assertion);
    const spans = versionLine(assertions, asked);
    if (spans !== null) return drawing(each, spans, asked);
  }
  return '';
}

function drawing({ name, source }: AffectedPackage, spans: readonly VersionSpan[], asked: string | null): Markup {
  return html`<div class="versions"><ol class="line" aria-label="Versions of ${name}">${spans.map((span) => stretch(span, asked))}</ol>
<p class="note">${sourceName(source)}, oldest versions first.</p></div>`;
}

function stretch({ affected, from, to, isAsked }: VersionSpan, asked: string | null): Markup {
  const mark = isAsked ? html`<strong class="mark">${asked}</strong>` : '';
  return html`<li class="${affected ? 'hit' : 'free'}"><span>${affected ? 'affected' : from?.side === 'before' ? 'fixed' : 'not affected'}</span> <small>${extent(from, to)}</small>${mark}</li>`;
}

function extent(from: VersionCut | null, to: VersionCut | null): string {
  const begin = from === null ? '' : from.side === 'before' ? `from ${from.version}` : `after ${from.version}`;
  const end = to === null ? '' : to.side === 'before' ? `before ${to.version}` : `to ${to.version}`;
  if (from !== null && to !== null && from.version === to.version) return from.version;
  return [begin, end].filter((part) => part !== '').join(' ') || 'every version';
}
