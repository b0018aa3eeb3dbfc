import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import type { PackagePageModel } from './model.ts';

/** Versions that are offered; any other can be typed. */
const OFFERED = 8;

/** A form for the version that the reader has, and versions to pick. */
export function versionPicker(model: PackagePageModel): Markup {
  const { name, asked, shown } = model;
  const picks = picksOf(model);
  return html`<section class="box"><h2 id="pick">Is your version affected?</h2>
<form class="ask" method="get" action="/package/${encodeURIComponent(name)}"><label>Version <input name="version" value="${asked ?? ''}" placeholder="${shown.version ?? '1.2.3'}" required maxlength="256" autocomplete="off" spellcheck="false"></label><button class="primary">Check</button></form>
${picks.length === 0 ? '' : html`<ul class="picks" aria-label="Versions to pick">${picks.map(([version, whence]) => pick(name, version, whence, version === shown.version))}</ul>`}</section>`;
}

function pick(name: string, version: string, whence: string, isShown: boolean): Markup {
  const address = `/package/${encodeURIComponent(name)}?version=${encodeURIComponent(version)}`;
  return html`<li><a href="${address}"${isShown ? html` aria-current="true"` : ''}>${version}</a> <span class="note">${whence}</span></li>\n`;
}

/** What channels carry, what is newest elsewhere, and what records name as fixed; each once, with where it comes from. */
function picksOf({ places, repositories, answer, shown }: PackagePageModel): (readonly [string, string])[] {
  const { matches, otherMatches = [] } = answer.data;
  const all: readonly (readonly [string | null | undefined, string])[] = [
    ...places
      .filter(({ attribute }) => attribute === shown.name)
      .map(({ version, channel }) => [version, channel] as const),
    [repositories?.latest, 'newest'],
    ...[...matches, ...otherMatches].map(({ fixedIn }) => [fixedIn, 'named as fixed'] as const),
  ];
  const picks = new Map<string, Set<string>>();
  for (const [version, whence] of all) {
    // Several fixed versions in one text are no version to look up.
    if (version == null || /\s|,/.test(version)) continue;
    picks.set(version, (picks.get(version) ?? new Set()).add(whence));
  }
  return [...picks].slice(0, OFFERED).map(([version, whence]) => [version, [...whence].join(', ')]);
}
