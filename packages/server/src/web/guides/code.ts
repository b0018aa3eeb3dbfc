import { html } from 'hono/html';
import type { Tokens } from 'marked';
import type { Markup } from '../markup.ts';

/** Mutes comments and colours JSON as elsewhere. */
export function codeMarkup({ lang = '', text: code }: Tokens.Code): Markup {
  const language = /^[\w-]*/.exec(lang)?.[0] ?? '';
  // `test/docs-examples.test.ts` runs examples with this line, which means nothing to readers.
  const text = code.replace(/^# run\n/, '');
  const pieces = PIECES.get(language);
  if (pieces === undefined) return html`${text}`;
  const parts: (Markup | string)[] = [];
  let at = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    const isName = language === 'json' && piece.startsWith('"') && text.slice(index + piece.length).startsWith(':');
    const kind = isName ? 'j-key' : kindOf(language, piece);
    parts.push(text.slice(at, index), html`<span class="${kind}">${piece}</span>`);
    at = index + piece.length;
  }
  return html`${parts}${text.slice(at)}`;
}

export function isCommand({ lang = '' }: Tokens.Code): boolean {
  return lang === 'sh';
}

/** Keeps short code on one line: browsers would break it at hyphens. */
export function codeSpan(text: string): Markup {
  const words = text.split(' ');
  if (words.length === 1 && isShort(text)) return html`<code class="whole">${text}</code>`;
  const parts = words.map((word) =>
    /[-/]/.test(word) && isShort(word) ? html`<span class="whole">${word}</span>` : word,
  );
  return html`<code>${parts.map((part, index) => (index === 0 ? part : html` ${part}`))}</code>`;
}

function isShort(word: string): boolean {
  return word.length <= LONGEST_WHOLE;
}

const LONGEST_WHOLE = 28;

/** Strings, numbers and words of JSON; comments of other languages. */
const PIECES: ReadonlyMap<string, RegExp> = new Map([
  // Also matches an unterminated string. Otherwise the search would restart at every quotation mark.
  ['json', /"(?:[^"\\\n]|\\.)*"?|-?\b\d[\d.]*|\b(?:true|false|null)\b/g],
  ['sh', /(?<=^|\s)# .*$/gm],
  ['yaml', /(?<=^|\s)# .*$/gm],
  ['ts', /(?<=^|\s)\/\/ .*$/gm],
]);

function kindOf(language: string, piece: string): string {
  if (language !== 'json') return 'c-note';
  if (piece.startsWith('"')) return 'j-text';
  return /\d/.test(piece) ? 'j-number' : 'j-word';
}
