import { html } from 'hono/html';
import { block, type Markup } from '../markup.ts';

/** Quotes a word for a shell, unless every shell takes it as it is. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The copy button appears only where scripts run; the text can always be selected. */
export function command(label: string, text: Markup | string): Markup {
  return html`<div class="copy">${block(label, text)}<button type="button" class="copier" aria-label="Copy: ${label}">Copy</button></div>`;
}
