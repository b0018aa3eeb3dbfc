import { COLLECTION_NAME } from '@almanac/core/collection';
import { LOCKFILE_KINDS } from '@almanac/core/lockfiles';
import { LIST_LIMITS } from '@almanac/core/my-packages';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

/** Reading a file requires scripts. */
export function listForms(packages: readonly string[], maintainer: string | null, worker: string): Markup {
  return html`<section class="my-forms"><h2 id="list">${packages.length === 0 && maintainer === null ? 'Your list' : 'Change the list'}</h2>
<div class="side"><form id="my-form" method="get" action="/my"><label for="packages">Packages</label>
<textarea id="packages" name="packages" rows="6" spellcheck="false" autocapitalize="off" placeholder="curl
openssl@3.0.7
pkg:npm/lodash@4.17.20" aria-describedby="packages-note">${packages.join('\n')}</textarea>
<p id="packages-note" class="note">${COLLECTION_NAME} names, with or without a version, and package URLs. Up to ${LIST_LIMITS.address} fit into an address.</p>
<p><button class="primary">Show my packages</button></p></form>
<div><form method="get" action="/my"><label for="maintainer">Maintainer</label>
<input id="maintainer" name="maintainer" value="${maintainer ?? ''}" maxlength="100" autocapitalize="off" spellcheck="false" placeholder="login"> <button>Show their packages</button></form>
<div id="my-drop" class="my-drop" data-worker="${worker}" hidden><label for="my-file">Or drop a lockfile</label>
<p><input id="my-file" type="file" aria-describedby="my-kinds"></p>
<p id="my-kinds" class="note">${LOCKFILE_KINDS.join(', ')}, or an SBOM. Read in your browser; package names and versions are sent.</p></div></div></div>
<p id="my-status" role="status"></p></section>`;
}

/** The script fills it for lists in the fragment. */
export const BROWSER_RESULT = html`<div id="my-result" hidden><header class="verdict"><h1>My packages</h1><p id="my-sentence" class="sentence"></p><p id="my-age" class="note"></p></header><div id="my-rows"></div></div>`;
