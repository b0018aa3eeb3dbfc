import type { SearchRowFacts } from '../../queries/search-rows.ts';

/** A feed before it has a form. */
export interface WebFeed {
  readonly title: string;
  /** What it comes to, in a sentence. */
  readonly subtitle?: string;
  /** Where it is read from, its filters included. */
  readonly self: string;
  readonly site: string;
  /** The newest change in it. */
  readonly updated: Date;
  readonly entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Where it is not the link. */
  readonly id?: string;
  readonly link: string;
  readonly title: string;
  readonly summary: string;
  readonly published: Date | null;
  readonly updated: Date;
  readonly categories: readonly string[];
}

/** Of what has no date: a feed needs one, and it must not be another on every request. */
const NO_DATE = new Date(0);
const MAX_SUMMARY = 500;

export function webFeed(rows: readonly SearchRowFacts[], self: string, site: string): WebFeed {
  const entries = rows.map((row) => entryOf(row, site));
  const updated = entries.reduce((newest, entry) => (entry.updated > newest ? entry.updated : newest), NO_DATE);
  return { title: 'Almanac: vulnerabilities', self, site, updated, entries };
}

function entryOf(row: SearchRowFacts, site: string): FeedEntry {
  const { key, title, prose, severity, kev, withdrawn, published, modified } = row;
  const states = [withdrawn ? 'withdrawn' : severity, kev ? 'known exploited' : null];
  const rated = states.filter((state) => state !== null && state !== 'none');
  const name = title ?? shortened(prose ?? '', 100);
  return {
    link: `${site}/${encodeURIComponent(key)}`,
    title: `${key}${rated.length === 0 ? '' : ` (${rated.join(', ')})`}${name === '' ? '' : `: ${name}`}`,
    summary: shortened(prose ?? title ?? '', MAX_SUMMARY),
    published,
    updated: later(modified, published) ?? NO_DATE,
    categories: rated.filter((state) => state !== null),
  };
}

export function timeOf(date: Date | null): number {
  return date?.getTime() ?? 0;
}

export function later(a: Date | null, b: Date | null): Date | null {
  return timeOf(a) > timeOf(b) ? a : b;
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, text.lastIndexOf(' ', length) + 1 || length).trimEnd()} …`;
}
