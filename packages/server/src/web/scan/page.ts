import { LOCKFILE_KINDS } from '@almanac/core/lockfiles';
import { html } from 'hono/html';
import type { Scripts } from '../../app/browser-code.ts';
import type { PublishedSnapshot } from '../../app/published-snapshot.ts';
import { layout } from '../layout.ts';
import type { Markup } from '../markup.ts';
import { command } from '../parts/command.ts';
import { policyWith, STYLE } from '../styles.ts';
import { SCAN_STYLE } from './style.ts';

/**
 * This page runs our own scripts, which connect only to us. Only worker addresses may become code. The snapshot worker
 * has its own policy.
 */
export const SCAN_POLICY = policyWith(
  [STYLE, SCAN_STYLE],
  [
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types scan',
  ],
);

export interface ScanPage {
  readonly scripts: Scripts;
  readonly siteUrl: string;
  readonly version: string;
  /** Null if only the service answers. */
  readonly snapshot: PublishedSnapshot | null;
}

/** Contains every part; the script fills and shows them. */
export function scanPage({ scripts: { page, worker, snapshotWorker }, siteUrl, version, snapshot }: ScanPage): string {
  return layout({
    title: 'Scan a lockfile or a bill of materials – Almanac',
    description: 'What is known about the packages of a lockfile or an SBOM. The file is read in your browser.',
    part: 'scan',
    style: SCAN_STYLE,
    script: page.path,
    contents: null,
    main: html`<header class="verdict"><h1>Scan your dependencies</h1>
<p class="sentence" id="intro">Drop or paste a lockfile, a bill of materials or a list of packages to see what is known about everything in it. It is read here, in your browser. ${snapshot === null ? 'Only the names and versions of packages are sent, as package URLs; nothing is stored.' : 'Who answers is your choice; nothing is stored by us.'}</p></header>
<p id="scan-off" class="past">This page reads files with a script of its own, which needs a browser of 2024 or newer with JavaScript switched on. Without it, <a href="#api">ask the API</a>.</p>
<div id="scan" data-worker="${worker.path}" data-version="${version}"${snapshot === null ? '' : html` data-snapshot="${snapshot.url}" data-snapshot-key="${snapshot.verifierKey}" data-snapshot-worker="${snapshotWorker.path}"`} hidden>
${PROGRESS}
${RESULT}
${snapshot === null ? '' : answersChoice(snapshot)}
${DROP}
<ul id="files-read" class="plain files" aria-label="Files"></ul>
</div>
${withoutPage(siteUrl)}`,
  });
}

/** Says what each choice reveals, and to whom. */
function answersChoice({ url }: PublishedSnapshot): Markup {
  return html`<fieldset id="answers" class="answers"><legend>Who answers</legend>
<label class="answer"><input type="radio" name="answers" value="service" autocomplete="off" checked> <strong>Ask the service</strong>
<span class="note">Names and versions of packages are sent to this site, as package URLs.</span></label>
<label class="answer"><input type="radio" name="answers" value="snapshot" autocomplete="off"> <strong>Answer in this browser from the signed snapshot</strong>
<span class="note">No package URL leaves the browser. It reads parts of the snapshot from ${new URL(url).host}, which learns which parts, not which of the packages in them; all parts together may confirm a guess. There is no upgrade plan. <a href="/guides/scan#the-scan-page">About snapshots</a></span></label>
</fieldset>`;
}

const DROP = html`<div id="drop" class="drop">
<svg width="44" height="44" viewBox="0 0 44 44" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M25 4H12a3 3 0 0 0-3 3v30a3 3 0 0 0 3 3h20a3 3 0 0 0 3-3V14zM25 4v10h10M22 33V21M17 26l5-5 5 5"/></svg>
<p id="drop-title" class="drop-title">Drop files here</p>
<p class="drop-ways"><input id="choose" type="file" multiple aria-describedby="kinds"><label class="button primary" for="choose" id="choose-name">Choose files</label></p>
<p class="drop-ways examples" role="group" aria-label="Examples"><span class="note">Or try an example:</span> <button type="button" data-example="npm">npm</button> <button type="button" data-example="python">Python</button> <button type="button" data-example="java">Java</button></p>
<form id="paste-form" class="paste"><label for="paste">Or paste a lockfile, a bill of materials, or one package a line</label>
<textarea id="paste" rows="4" spellcheck="false" autocomplete="off" placeholder="pkg:npm/lodash@4.17.20&#10;curl@8.4.0"></textarea> <button>Scan text</button></form>
<p id="kinds" class="note"><strong>Lockfiles:</strong> ${LOCKFILE_KINDS.join(', ')}. <strong>Bills of materials:</strong> CycloneDX and SPDX, in JSON, XML or tag-value. Several at once, up to 20 MB each.</p>
<details class="key"><summary>I have an API key</summary>
<p><label for="key">API key</label> <input id="key" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="alm_…"></p>
<p class="note">With a key ten times as many questions a minute are answered. It stays in the memory of this page until you leave it, and goes to this site alone.</p></details>
<details class="key"><summary>I have decisions</summary>
<p><label for="decisions">Files of decisions</label> <input id="decisions" type="file" multiple></p>
<p class="note">An <code>almanac.toml</code>, or VEX as OpenVEX, CycloneDX or CSAF. Read here as well, and kept by nobody: <a href="/guides/decisions">about decisions</a>.</p>
<p id="decisions-said" class="note" role="status"></p></details>
</div>`;

const PROGRESS = html`<section id="progress" class="progress" aria-label="Progress" hidden>
<div class="row head"><p id="status" role="status"></p> <span id="wait" class="note"></span> <p class="row"><button id="stop" type="button">Cancel</button> <button id="retry" type="button" class="primary" hidden>Ask again</button> <button id="add" type="button">Add files</button> <button id="clear" type="button">Start over</button></p></div>
<progress id="bar" max="1" value="0" aria-label="Packages answered"></progress>
<dl class="counts"><div><dt>Components read</dt><dd id="count-read">0</dd></div><div><dt>Packages to ask about</dt><dd id="count-all">0</dd></div><div><dt>Asked</dt><dd id="count-asked">0</dd></div><div><dt>Answered</dt><dd id="count-answered">0</dd></div></dl>
</section>`;

const RESULT = html`<section id="result" hidden>
<h2 id="headline"></h2>
<p id="advice" class="advice" role="status"></p>
<p id="refused" class="past refused" role="alert" hidden></p>
<p id="answered-by" class="note" role="status" hidden></p>
<p id="decided" class="note" role="status" hidden></p>
<fieldset class="tiles"><legend>Show</legend>
${tile('affected', 'Affected')}
${tile('unknown', 'Could not be checked')}
${tile('none_known', 'No known vulnerability')}
${tile('not_affected', 'Not affected')}
${tile('all', 'All components')}
</fieldset>
<section id="plan" class="plan" aria-label="Upgrade plan" hidden></section>
<details id="why" class="why" open hidden><summary id="why-title"></summary><ul id="why-list" class="plain"></ul></details>
<div class="tools">
<p class="row" role="group" aria-label="Rows"><label>Name <input id="words" type="search" placeholder="part of a name" autocomplete="off"></label>
<label>Order <select id="sort"><option value="severity">worst first</option><option value="name">name</option><option value="place">place in the file</option></select></label>
<label class="check"><input id="direct" type="checkbox"> Hide transitive</label>
<label class="check"><input id="dev" type="checkbox"> Hide development</label></p>
<p class="row" role="group" aria-label="Save the result"><span class="note">Save as</span> <button type="button" data-export="openvex">OpenVEX</button> <button type="button" data-export="cyclonedx-vex">CycloneDX VEX</button> <button type="button" data-export="sarif">SARIF</button> <button type="button" data-export="cyclonedx">CycloneDX</button></p>
</div>
<p id="saved" class="note" role="status"></p>
<p id="none" class="past" hidden></p>
<p id="hint" class="note hint">A proof is asked for when you open it: that one package URL is sent again, and the evidence comes back.</p>
<div class="scroll" id="rows-frame" tabindex="0" role="region" aria-label="Components"><table role="table" class="scanned">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Component</th><th role="columnheader" scope="col">Verdict</th><th role="columnheader" scope="col">What is known</th><th role="columnheader" scope="col">Where</th></tr></thead>
<tbody role="rowgroup" id="rows"></tbody></table></div>
<nav id="pager" class="row pager" aria-label="Pages of the table" hidden><button id="previous" type="button">Previous</button> <span id="page-of" class="note"></span> <button id="next" type="button">Next</button></nav>
<div id="coverage" class="coverage"></div>
</section>`;

function tile(value: string, name: string): Markup {
  return html`<label class="tile ${value}"><input type="radio" name="shown" value="${value}"> <strong id="tile-${value}">0</strong> <span>${name}</span> <small id="tile-${value}-note"></small></label>`;
}

function withoutPage(siteUrl: string): Markup {
  const api = `${siteUrl}/api/v1`;
  const purls = `curl -s ${api}/purls \\
  -H 'Content-Type: application/json' \\
  -d '{"purls": ["pkg:npm/lodash@4.17.20", "pkg:pypi/requests@2.19.0"]}'`;
  const sbom = `curl -s ${api}/sbom \\
  -H 'Authorization: Bearer alm_…' \\
  -H 'Content-Type: application/json' \\
  --data-binary @bom.json`;
  return html`<section class="without"><h2 id="api">Without this page</h2>
<p>The same from a terminal or a pipeline: <a href="/guides/cli#scan">the command line</a>. From a program, up to 1,000 package URLs at once, without a key:</p>
${command('Asking about package URLs', purls)}
<p>A whole bill of materials, with <a href="/docs#limits">a key</a>:</p>
${command('Asking about a bill of materials', sbom)}</section>`;
}
