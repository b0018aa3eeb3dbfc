import type { Row } from '../feed/feed-index.ts';
import { type DateRange, dateRangeOf } from './date-range.ts';
import { REST_ECOSYSTEMS } from './ecosystems.ts';
import type { AdvisoryKeys } from './keys.ts';

type AdvisoryRow = Row<AdvisoryKeys>;

/** Refused with 422. */
export class AdvisoryParameterError extends Error {
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

const TYPES = ['reviewed', 'unreviewed', 'malware'] as const;
const SEVERITIES = ['unknown', 'low', 'medium', 'high', 'critical'] as const;
const SORTS = {
  published: ({ published }: AdvisoryKeys) => published,
  updated: ({ updated }: AdvisoryKeys) => updated,
  epss_percentage: ({ epssPercentage }: AdvisoryKeys) => epssPercentage,
  epss_percentile: ({ epssPercentile }: AdvisoryKeys) => epssPercentile,
} as const;
type SortName = keyof typeof SORTS;

interface Order {
  readonly sign: 1 | -1;
  readonly valueOf: (keys: AdvisoryKeys) => number;
}

interface Slice {
  readonly rows: readonly AdvisoryRow[];
  readonly before: string | null;
  readonly after: string | null;
}

export function advisoryListing(all: readonly AdvisoryRow[], params: URLSearchParams, strays = false): Slice {
  const order = orderOf(params);
  const wanted = all
    .filter(filterOf(params, strays))
    .sort((a, b) => compare(order, placeOf(order, a), placeOf(order, b)));
  const size = Math.min(Math.max(1, Math.trunc(Number(params.get('per_page') ?? 30)) || 30), 100);
  const [after, before] = [cursorOf(params, 'after'), cursorOf(params, 'before')];
  let from = 0;
  if (after !== null) from = firstPast(wanted, order, after);
  else if (before !== null) from = Math.max(0, firstPast(wanted, order, before) - 1 - size);
  const rows = wanted.slice(from, from + size);
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    before: first !== undefined && from > 0 ? textOf(placeOf(order, first)) : null,
    after: last !== undefined && from + size < wanted.length ? textOf(placeOf(order, last)) : null,
  };
}

function filterOf(params: URLSearchParams, strays: boolean): (row: AdvisoryRow) => boolean {
  // Without a type the listing hides unreviewed advisories and malware.
  const type = oneOf(params, 'type', TYPES) ?? 'reviewed';
  const isStrayed = strays && type === 'reviewed';
  const severity = oneOf(params, 'severity', SEVERITIES);
  const ecosystem = oneOf(params, 'ecosystem', REST_ECOSYSTEMS);
  const [ghsa, cve] = [params.get('ghsa_id'), params.get('cve_id')];
  const onlyWithdrawn = oneOf(params, 'is_withdrawn', ['true', 'false']) === 'true';
  const cwes = many(params, 'cwes').map((cwe) => (cwe.startsWith('CWE-') ? cwe : `CWE-${cwe}`));
  const affects = many(params, 'affects').map(withoutVersion);
  const [published, updated, modified] = [
    datesOf(params, 'published'),
    datesOf(params, 'updated'),
    datesOf(params, 'modified'),
  ];
  return ({ id, keys }) =>
    (keys.type === type || (isStrayed && !TYPES.some((known) => known === keys.type))) &&
    (severity === null || keys.severity === severity) &&
    (ecosystem === null || keys.ecosystems.includes(ecosystem)) &&
    (ghsa === null || id === ghsa) &&
    (cve === null || keys.cve === cve) &&
    (!onlyWithdrawn || keys.withdrawn) &&
    (cwes.length === 0 || cwes.some((cwe) => keys.cwes.includes(cwe))) &&
    (affects.length === 0 || affects.some((name) => keys.packages.includes(name))) &&
    isIn(published, keys.published) &&
    isIn(updated, keys.updated) &&
    (modified === null || isIn(modified, keys.published) || isIn(modified, keys.updated));
}

function orderOf(params: URLSearchParams): Order {
  const name = oneOf(params, 'sort', Object.keys(SORTS)) ?? 'published';
  const direction = oneOf(params, 'direction', ['asc', 'desc']) ?? 'desc';
  return { sign: direction === 'asc' ? 1 : -1, valueOf: SORTS[name as SortName] };
}

function oneOf(params: URLSearchParams, name: string, known: readonly string[]): string | null {
  const value = params.get(name);
  if (value === null || known.includes(value)) return value;
  throw new AdvisoryParameterError(name, `${value} is not one of ${known.join(', ')}`);
}

function many(params: URLSearchParams, name: string): string[] {
  return [...params.getAll(name).flatMap((value) => value.split(',')), ...params.getAll(`${name}[]`)];
}

/** `pkg@1.0.0` → `pkg`; a leading `@` is a scope. */
function withoutVersion(name: string): string {
  const at = name.lastIndexOf('@');
  return at > 0 ? name.slice(0, at) : name;
}

function datesOf(params: URLSearchParams, name: string): DateRange | null {
  const text = params.get(name);
  if (text === null) return null;
  const range = dateRangeOf(text);
  if (range === null) throw new AdvisoryParameterError(name, `${text} is not a date or a range of dates`);
  return range;
}

function isIn(range: DateRange | null, instant: number): boolean {
  return range === null || (instant >= range.from && instant <= range.to);
}

/** A position in the order rather than a record, so it stays valid if the record moves or disappears. */
type Place = readonly [value: number, id: string];

function placeOf({ valueOf }: Order, { id, keys }: AdvisoryRow): Place {
  return [valueOf(keys), id];
}

function compare({ sign }: Order, [value, id]: Place, [other, otherId]: Place): number {
  return sign * (value - other || (id < otherId ? -1 : Number(id > otherId)));
}

function firstPast(rows: readonly AdvisoryRow[], order: Order, place: Place): number {
  const index = rows.findIndex((row) => compare(order, placeOf(order, row), place) > 0);
  return index === -1 ? rows.length : index;
}

function textOf(place: Place): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function cursorOf(params: URLSearchParams, name: 'before' | 'after'): Place | null {
  const text = params.get(name);
  if (text === null) return null;
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as [unknown, unknown];
    if (typeof value === 'number' && typeof id === 'string') return [value, id];
  } catch {
    // Refused below, like any invalid cursor.
  }
  throw new AdvisoryParameterError(name, 'Invalid cursor');
}
