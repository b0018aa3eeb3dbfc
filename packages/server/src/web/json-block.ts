import { html } from 'hono/html';
import { block, type Markup } from './markup.ts';

/** A value as indented JSON, coloured by kind. */
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
      ([name, member]) => html`<span class="j-key">${JSON.stringify(name)}</span>: ${json(member, `${indent}  `)}`,
    );
    return list('{', '}', members, indent);
  }
  const kind = typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'word';
  return html`<span class="j-${kind}">${JSON.stringify(value) ?? 'null'}</span>`;
}

function list(open: string, close: string, items: readonly Markup[], indent: string): Markup {
  if (items.length === 0) return html`${open}${close}`;
  const lines = items.map((item, index) => html`\n${indent}  ${item}${index < items.length - 1 ? ',' : ''}`);
  return html`${open}${lines}\n${indent}${close}`;
}
