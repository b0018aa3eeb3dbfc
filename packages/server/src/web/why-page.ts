import { html } from 'hono/html';
import type { Problem, WhyModel } from '../app/cve/explain-package.ts';
import { layout } from './layout.ts';
import type { Markup } from './markup.ts';
import { call, type Headline } from './parts/call.ts';
import { verdictChip } from './parts/chip.ts';
import { command, quoteWord } from './parts/command.ts';
import { coveragePart } from './parts/coverage.ts';
import { moment, UNKNOWN } from './parts/words.ts';

export interface WhyInput {
  readonly package: string;
  readonly version: string;
  readonly cve: string;
}

const TONES: Readonly<Record<WhyModel['verdict'], Headline['tone']>> = {
  affected: 'bad',
  not_affected: 'calm',
  none_known: 'calm',
  unknown: 'warn',
};

export function whyAddress({ package: name, version, cve }: WhyInput): string {
  const given = Object.entries({ package: name, version, cve }).filter(([, value]) => value !== '');
  return `/why?${new URLSearchParams(given).toString()}`;
}

/** Without an answer, shows a form. */
export function whyPage(
  input: WhyInput,
  answer: WhyModel | Problem | null,
  { siteUrl, baseUrl }: { readonly siteUrl: string; readonly baseUrl: string },
  script: string | undefined,
): string {
  const model = answer !== null && 'explanation' in answer ? answer : null;
  const title =
    model === null
      ? 'Why is it affected?'
      : `${model.vulnerability} and ${model.package} ${model.version ?? ''}`.trim();
  return layout({
    title,
    description: model?.explanation.conclusion ?? 'Why a vulnerability affects a package, or does not, with the proof.',
    ...(script === undefined ? {} : { script }),
    contents: null,
    main: html`<article class="cve"><header class="verdict"><p class="eyebrow">Why</p>
<h1>${title}</h1>
${model === null ? html`<p class="sentence">Why a vulnerability affects a package, or does not: the records, the range and what decides. Each answer has an address to link to.</p>` : call({ tone: TONES[model.verdict], lead: model.explanation.conclusion, rest: model.explanation.reason })}
${answer !== null && 'problem' in answer ? html`<p class="past" role="alert">${answer.problem}</p>` : ''}</header>
${model === null ? html`${form(input)}<p class="note">For example: <a href="${whyAddress(EXAMPLE)}">lodash 4.17.20 and CVE-2021-23337</a>.</p>` : content(input, model, siteUrl, baseUrl)}</article>`,
  });
}

const EXAMPLE = { package: 'pkg:npm/lodash', version: '4.17.20', cve: 'CVE-2021-23337' };

function form({ package: name, version, cve }: WhyInput): Markup {
  return html`<section class="box"><h2 id="ask">Ask about another</h2><form class="ask" method="get" action="/why">${field('Package or package URL', 'package', name, 'pkg:npm/lodash', true)}${field('Version', 'version', version, '4.17.20', false)}${field('Vulnerability', 'cve', cve, 'CVE-2021-23337', false)}<button class="primary">Explain</button></form></section>`;
}

function content(input: WhyInput, model: WhyModel, siteUrl: string, baseUrl: string): Markup {
  const { vulnerability, version, explanation, reference, carried, coverage } = model;
  const { records, against, left, overturn } = explanation;
  const here = whyAddress({ package: reference, version: '', cve: vulnerability });
  const picks = version === null ? carried : [];
  return html`<div class="beside"><div>
${picks.length === 0 ? '' : html`<p>Give a version: ${picks.map((each) => html`<a href="${whyAddress({ ...input, version: each })}">${each}</a> `)}</p>`}
<section><h2 id="evidence">Evidence</h2>${records.length === 0 ? html`<p>No record decides.</p>` : html`<dl class="evidence">${records.map((each) => evidence(each, model.hashes))}</dl>`}
${left === 0 ? '' : html`<p class="note">${left} more statements are in the JSON.</p>`}</section>
${against.length === 0 ? '' : html`<section><h2 id="against">Evidence against</h2><ul class="notes">${against.map((each) => html`<li>${each}</li>\n`)}</ul></section>`}
${overturn === null ? '' : html`<section><h2 id="change">What would change this</h2><p>${overturn}</p></section>`}
</div>
${factsList(model, siteUrl + here, baseUrl)}
<div>${form(input)}</div></div>
<div class="folds">${coveragePart(coverage)}</div>`;
}

function evidence({ who, what }: WhyModel['explanation']['records'][number], hashes: WhyModel['hashes']): Markup {
  const sha256 = hashes.get(who);
  return html`<dt>${who}${sha256 === undefined ? '' : html` <a href="/api/v1/evidence/${sha256}">bytes</a>`}</dt><dd>${what}</dd>\n`;
}

function factsList(
  { vulnerability, package: name, version, verdict, reference, json, asOf }: WhyModel,
  address: string,
  baseUrl: string,
): Markup {
  const facts: readonly (readonly [string, Markup | string])[] = [
    ['Verdict', verdictChip(verdict)],
    [
      'Vulnerability',
      vulnerability.startsWith('CVE-') ? html`<a href="/${vulnerability}">${vulnerability}</a>` : vulnerability,
    ],
    ['Package', html`<a href="/package/${encodeURIComponent(name)}">${name}</a> ${version ?? UNKNOWN}`],
    ['Link to this page', command('Address of this page', address)],
    [
      'On the command line',
      command('Explain on the command line', `almanac explain ${quoteWord(reference)} ${vulnerability}`),
    ],
    [
      'Records as of',
      html`${asOf === null ? UNKNOWN : moment(asOf)}<small><a href="${baseUrl}${json}">As JSON</a></small>`,
    ],
  ];
  return html`<dl class="facts6" aria-label="About this answer">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

function field(label: string, key: string, value: string, placeholder: string, wide: boolean): Markup {
  return html`<label${wide ? html` class="wide"` : ''}>${label} <input name="${key}" value="${value}" placeholder="${placeholder}" ${key === 'version' ? '' : 'required'} maxlength="512" autocomplete="off" spellcheck="false"></label>\n`;
}
