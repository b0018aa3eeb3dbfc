import { COLLECTION_NAME } from '@almanac/core/collection';
import type { NameSuggestion } from '@almanac/core/my-packages';
import { html } from 'hono/html';
import { shortPage } from '../short-page.ts';

/** For names that neither nixpkgs nor any record has. */
export function unknownPackagePage(name: string, suggestions: readonly NameSuggestion[]): string {
  const links = suggestions.map(
    ({ entry, ecosystem }) =>
      html`<li><a href="${ecosystem === null ? `/package/${encodeURIComponent(entry)}` : `/search?q=${encodeURIComponent(entry)}`}">${entry}</a> <span class="note">${ecosystem ?? COLLECTION_NAME}</span></li>\n`,
  );
  return shortPage(
    name,
    'Unknown package',
    html`<p>${COLLECTION_NAME} has no package of this name, and no record names one. That says nothing about its safety.</p>
${links.length === 0 ? html`<p>Check the spelling, or search for it.</p>` : html`<p>Similar names:</p><ul class="plain">${links}</ul>`}`,
    name,
  );
}
