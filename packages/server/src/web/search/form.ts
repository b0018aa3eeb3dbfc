import { html } from 'hono/html';
import type { Markup } from '../markup.ts';

export interface Searched {
  readonly q: string;
  readonly sort: string;
  /** Uses the API's parameter names. */
  readonly filters: Readonly<Record<string, string>>;
}

interface Filter {
  readonly name: string;
  readonly label: string;
  /** Absent for free text. */
  readonly choices?: readonly (readonly [value: string, text: string])[];
  readonly type?: 'text' | 'date' | 'number';
  readonly placeholder?: string;
}

export const SEARCH_FILTERS: readonly Filter[] = [
  {
    name: 'severity',
    label: 'Severity',
    choices: ['critical', 'high', 'medium', 'low', 'unknown'].map((word) => [word, word] as const),
  },
  {
    name: 'kev',
    label: 'Exploited',
    choices: [
      ['true', 'yes'],
      ['false', 'no'],
    ],
  },
  { name: 'epssMin', label: 'EPSS from', type: 'number', placeholder: '0.5' },
  { name: 'ecosystem', label: 'Ecosystem', placeholder: 'npm' },
  { name: 'product', label: 'Package or product', placeholder: 'curl' },
  { name: 'vendor', label: 'Vendor', placeholder: 'apache' },
  { name: 'cwe', label: 'Weakness', placeholder: 'CWE-79' },
  { name: 'publishedAfter', label: 'Published from', type: 'date' },
  { name: 'publishedBefore', label: 'Published to', type: 'date' },
];

const ORDERS = ['relevance', 'date', 'severity'].map((word) => [word, word] as const);

export function searchForm({ q, sort, filters }: Searched): Markup {
  const open = Object.keys(filters).length > 0 ? html` open` : '';
  return html`<form class="search" action="/search" method="get" role="search" aria-label="Vulnerabilities">
<div class="filters"><label class="wide">Id, URL, package or words <input type="search" name="q" value="${q}" placeholder="CVE-2024-3094, lodash@4.17.20, CWE-79, path traversal …"></label>
<label>Order <select name="sort">${ORDERS.map((order) => option(order, sort))}</select></label>
<button class="primary">Search</button></div>
<details class="more"${open}><summary>Filters</summary><div class="filters">${SEARCH_FILTERS.map((filter) => control(filter, filters[filter.name] ?? ''))}</div></details></form>`;
}

function control({ name, label, choices, type = 'text', placeholder = '' }: Filter, value: string): Markup {
  if (choices !== undefined) {
    const options = [['', 'any'] as const, ...choices].map((choice) => option(choice, value));
    return html`<label>${label} <select name="${name}">${options}</select></label>\n`;
  }
  const bounds = type === 'number' ? html` min="0" max="1" step="any"` : '';
  return html`<label>${label} <input type="${type}" name="${name}" value="${value}" placeholder="${placeholder}"${bounds}></label>\n`;
}

function option([value, text]: readonly [value: string, text: string], chosen: string): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`;
}
