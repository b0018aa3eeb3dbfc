import { codeEnd } from './table-rows.ts';

/** What a text is made of. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  /** What `text` tells those who do not see it. */
  | { readonly kind: 'picture'; readonly target: string; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly target: string; readonly parts: readonly Inline[] };

/** Code, bold, emphasis, links, pictures and addresses; all else is text as it is written. */
export function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  const open = new Set<string>();
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const found = special(text, at, open);
    if (found === null) {
      plain += text[at] ?? '';
      at += 1;
      continue;
    }
    const [part, next] = found;
    if (part.kind === 'text') plain += part.text;
    else {
      if (plain !== '') parts.push({ kind: 'text', text: plain });
      plain = '';
      parts.push(part);
    }
    at = next;
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return parts;
}

/** The text without its marks, as a heading is named by it. */
export function plainText(parts: readonly Inline[]): string {
  return parts.map((part) => ('text' in part ? part.text : plainText(part.parts))).join('');
}

type Found = readonly [part: Inline, next: number] | null;

/** Marks that nothing ends from here on: to look for the end of each anew would take the square of their number. */
type Open = Set<string>;

function special(text: string, at: number, open: Open): Found {
  switch (text[at] ?? '') {
    case '\\':
      return escaped(text, at);
    case '`':
      return code(text, at);
    case '*':
    case '_':
      return strong(text, at, open) ?? emphasis(text, at, open);
    case '!':
      return picture(text, at);
    case '[':
      return link(text, at);
    case '<':
      return matched(ANGLED, text, at, ([, target = '']) => target);
    case 'h':
      return /\w/.test(text[at - 1] ?? '') ? null : matched(BARE, text, at, ([target]) => target);
    default:
      return null;
  }
}

function escaped(text: string, at: number): Found {
  const next = text[at + 1] ?? '';
  return /[!-/:-@[-`{-~]/.test(next) ? [{ kind: 'text', text: next }, at + 2] : null;
}

function code(text: string, at: number): Found {
  const fence = /^`+/.exec(text.slice(at))?.[0].length ?? 1;
  const end = codeEnd(text, at);
  // All ticks of the run at once: none of them begins code.
  if (end < 0) return [{ kind: 'text', text: text.slice(at, at + fence) }, at + fence];
  const inner = text.slice(at + fence, end - fence);
  // A space on both sides is there to keep backticks apart from the fence.
  const padded = inner.startsWith(' ') && inner.endsWith(' ') && inner.trim() !== '';
  return [{ kind: 'code', text: padded ? inner.slice(1, -1) : inner }, end];
}

function strong(text: string, at: number, open: Open): Found {
  const mark = text.slice(at, at + 2);
  if (mark !== '**' || /^\s?$/.test(text[at + 2] ?? '')) return null;
  const end = closing(text, mark, at + 2, open);
  return end < 0 ? null : [{ kind: 'strong', parts: readInline(text.slice(at + 2, end)) }, end + 2];
}

/** Only around words: `a_b_c` and `2 * 3 * 4` are none. */
function emphasis(text: string, at: number, open: Open): Found {
  const mark = text[at] ?? '';
  if (/[\p{L}\p{N}_*]/u.test(text[at - 1] ?? '') || !/[\p{L}\p{N}`“"]/u.test(text[at + 1] ?? '')) return null;
  const end = closing(text, mark, at + 1, open);
  return end < 0 ? null : [{ kind: 'emphasis', parts: readInline(text.slice(at + 1, end)) }, end + 1];
}

/** Where the mark ends what it began: behind something, before no word, and not in code. */
function closing(text: string, mark: string, from: number, open: Open): number {
  if (open.has(mark)) return -1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '`') at = Math.max(at, codeEnd(text, at) - 1);
    else if (at > from && ends(text, mark, at)) return mark === '**' && text[at + 2] === '*' ? at + 1 : at; // three: the inner one ends first
  }
  open.add(mark);
  return -1;
}

function ends(text: string, mark: string, at: number): boolean {
  if (!text.startsWith(mark, at) || /\s/.test(text[at - 1] ?? '')) return false;
  return mark === '**' || !/[\p{L}\p{N}_*]/u.test(text[at + 1] ?? '');
}

function picture(text: string, at: number): Found {
  PICTURE.lastIndex = at;
  const found = PICTURE.exec(text);
  if (found === null) return null;
  const [all, told = '', target = ''] = found;
  return [{ kind: 'picture', target, text: told }, at + all.length];
}

function link(text: string, at: number): Found {
  LINK.lastIndex = at;
  const found = LINK.exec(text);
  if (found === null) return null;
  const [all, inner = '', target = ''] = found;
  return [{ kind: 'link', target, parts: readInline(inner) }, at + all.length];
}

const PICTURE = /!\[([^[\]]*)\]\(([^()\s]+)\)/y;
const LINK = /\[((?:`[^`]*`|[^[\]`])*)\]\(([^()\s]+)\)/y;
const ANGLED = /<(https?:\/\/[^\s<>]+)>/y;
/** Ends before the marks that a sentence goes on with. */
const BARE = /https?:\/\/[^\s<>"'`()[\]]*[^\s<>"'`()[\].,;:!?*_]/y;

function matched(pattern: RegExp, text: string, at: number, targetOf: (found: RegExpExecArray) => string): Found {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return null;
  const target = targetOf(found);
  return [{ kind: 'link', target, parts: [{ kind: 'text', text: target }] }, at + found[0].length];
}
