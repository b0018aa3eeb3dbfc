import type { Row } from '../feed/feed-index.ts';
import { type Fields, fieldsOf, listOf } from '../feed/record-feed.ts';

export interface TrackerKeys {
  readonly listed: boolean;
  readonly state: string;
  readonly labels: readonly string[];
  readonly created: number;
  readonly updated: number;
  readonly comments: number;
}

export function issueKeys(item: Fields, id: string): TrackerKeys {
  return {
    listed: !id.startsWith('timeline/') && item['gone'] === undefined,
    state: String(item['state']),
    labels: listOf(item['labels']).map((label) => String(typeof label === 'string' ? label : fieldsOf(label)['name'])),
    created: Date.parse(String(item['created_at'])),
    updated: Date.parse(String(item['updated_at'])),
    comments: Number(item['comments'] ?? 0),
  };
}

/** Refused with 422. */
export class ListingParameterError extends Error {
  readonly parameter: string;

  constructor(parameter: string, message: string) {
    super(message);
    this.parameter = parameter;
  }
}

/** Without `state`, only open ones. */
export function issueListing(all: readonly Row<TrackerKeys>[], params: URLSearchParams): readonly Row<TrackerKeys>[] {
  const state = oneOf(params, 'state', ['open', 'closed', 'all']) ?? 'open';
  const sort = oneOf(params, 'sort', ['created', 'updated', 'comments'] as const) ?? 'created';
  const sign = (oneOf(params, 'direction', ['asc', 'desc']) ?? 'desc') === 'asc' ? 1 : -1;
  const labels = (params.get('labels') ?? '').split(',').filter((name) => name !== '');
  const since = instantIn(params.get('since'));
  return all
    .filter(
      ({ keys }) =>
        keys.listed &&
        (state === 'all' || keys.state === state) &&
        labels.every((name) => keys.labels.some((has) => has.toLowerCase() === name.toLowerCase())) &&
        keys.updated >= since,
    )
    .sort((a, b) => sign * (a.keys[sort] - b.keys[sort] || numberIn(a.id) - numberIn(b.id)));
}

export function numberIn(id: string): number {
  return Number(id.slice(id.indexOf('/') + 1));
}

function oneOf<T extends string>(params: URLSearchParams, name: string, known: readonly T[]): T | null {
  const value = params.get(name);
  if (value === null) return null;
  const found = known.find((each) => each === value);
  if (found === undefined) throw new ListingParameterError(name, `${value} is not one of ${known.join(', ')}`);
  return found;
}

function instantIn(text: string | null): number {
  if (text === null) return 0;
  const instant = Date.parse(text);
  if (!Number.isFinite(instant)) throw new ListingParameterError('since', `${text} is not a date`);
  return instant;
}
