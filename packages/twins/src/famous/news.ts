import type { Timeline } from '../world/timeline.ts';
import type { OsvRecord, Vulnerability } from '../world/vulnerability.ts';
import { instantOf, type When } from '../world/when.ts';

/**
 * Adds invented recent dates, so that the demo always has news: some CVE records were rewritten in the last days, and
 * one record per database was published in the last hours.
 */
export function withNews(entries: readonly Vulnerability[]): Vulnerability[] {
  const rewritten = new Map(
    newestFirst(entries, ({ cveList }) => cveList?.at(-1)?.at)
      .slice(0, REWRITTEN)
      .map(({ id }, index) => [id, index]),
  );
  const published = new Map(
    DATABASES.map((database, index) => {
      const named = newestFirst(entries, (entry) => recordOf(entry, database)?.[0].at)[0];
      return [named?.id, { database, hours: HOURS_BETWEEN * index + 1 }];
    }),
  );
  return entries.map((entry) => {
    const index = rewritten.get(entry.id);
    const news = published.get(entry.id);
    return {
      ...entry,
      ...(entry.cveList === undefined || index === undefined
        ? {}
        : { cveList: [...entry.cveList, ...datesOf(index).map((at) => ({ at, set: {} }))] as typeof entry.cveList }),
      ...(entry.osv === undefined || news === undefined
        ? {}
        : {
            osv: entry.osv.map((record) => (isOf(record, news.database) ? publishedAgo(record, news.hours) : record)),
          }),
    };
  });
}

/** CVE records that are rewritten, one every few hours, from some days before the start until after it. */
const REWRITTEN = 20;
const HOURS_APART = 6;
const TIMES = 20;

/** Each publishes a record within the last twelve hours, which count as recent. */
const DATABASES = ['BIT', 'DRUPAL', 'GO', 'JLSEC', 'RUSTSEC'];
const HOURS_BETWEEN = 2;

function datesOf(index: number): When[] {
  return Array.from({ length: TIMES }, (_, time) => ({
    hoursAgo: HOURS_APART * (index + 1 - REWRITTEN * time) - 3,
  })).toReversed();
}

function recordOf({ osv = [] }: Vulnerability, database: string): Timeline<OsvRecord> | undefined {
  return osv.find((record) => isOf(record, database));
}

function isOf([{ set }]: Timeline<OsvRecord>, database: string): boolean {
  return set.id.startsWith(`${database}-`);
}

function publishedAgo([{ set }]: Timeline<OsvRecord>, hoursAgo: number): Timeline<OsvRecord> {
  const { publishedAs: _, ...rest } = set;
  return [{ at: { hoursAgo }, set: rest }];
}

function newestFirst(
  entries: readonly Vulnerability[],
  dateOf: (entry: Vulnerability) => When | undefined,
): Vulnerability[] {
  return entries
    .flatMap((entry) => {
      const date = dateOf(entry);
      return date === undefined ? [] : [{ entry, at: instantOf(date, 0) }];
    })
    .toSorted((a, b) => b.at - a.at)
    .map(({ entry }) => entry);
}
