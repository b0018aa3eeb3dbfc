import { html, raw } from 'hono/html';
import { block, type Markup } from './markup.ts';

/** Highlights names, numbers and words, but not strings. */
export function jsonBlock(label: string, value: unknown): Markup {
  return block(label, json(value, ''));
}

function json(value: unknown, indent: string): Markup {
  if (Array.isArray(value))
    return list(
      '[',
      ']',
      value.map((item) => json(item, `${indent}  `)),
      indent,
    );
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => html`<span class="j-key">${written(name)}</span>: ${json(member, `${indent}  `)}`,
    );
    return list('{', '}', members, indent);
  }
  if (typeof value === 'string') return written(value);
  return html`<span class="j-${typeof value === 'number' ? 'number' : 'word'}">${JSON.stringify(value) ?? 'null'}</span>`;
}

/**
 * Leaves quotation marks alone: they are harmless between tags, and escaping them would double the size of an example.
 */
function written(text: string): Markup {
  return raw(JSON.stringify(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
}

function list(open: string, close: string, items: readonly Markup[], indent: string): Markup {
  if (items.length === 0) return html`${open}${close}`;
  const lines = items.map((item, index) => html`\n${indent}  ${item}${index < items.length - 1 ? ',' : ''}`);
  return html`${open}${lines}\n${indent}${close}`;
}
