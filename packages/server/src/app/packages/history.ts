import type { PackageEvent, PackageHistory } from '@almanac/contract';
import { lookupForm } from '@almanac/core/collection';
import {
  type CarriedVersion,
  carriedFixes,
  type FixSince,
  type FixSinceVersion,
  fixSince,
  monthsOf,
} from '@almanac/core/figures';
import { fixesOf } from '@almanac/core/records';
import { collectionPast } from '../../queries/collection-past.ts';
import { type PastRow, packagePast, toAssertion } from '../../queries/package-history.ts';
import { formatEcosystem, packagesNamed } from '../../queries/packages-named.ts';
import type { Db } from '../../store/database.ts';
import { type VulnerabilitySummary, vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';

export interface HistoryInput {
  readonly name: string;
  readonly ecosystem: string | undefined;
  readonly page: number;
  readonly limit: number;
}

/** A vulnerability of the package with all that was said of it. */
interface Told {
  readonly id: string;
  readonly summary: VulnerabilitySummary | undefined;
  readonly rows: readonly PastRow[];
  readonly known: string;
  readonly fixed: FixSince | null;
}

export interface FoundHistory {
  readonly history: PackageHistory;
  /** Where the name is known. */
  readonly ecosystems: readonly string[];
}

/** Earlier ones are mistakes: the first CVE ids are of 1999, and advisories of old holes are not much older. */
const EARLIEST = '1985-01-01T00:00:00.000Z';

export async function packageHistory(db: Db, input: HistoryInput, now: Date): Promise<FoundHistory> {
  const { name, ecosystem, page, limit } = input;
  const named = await packagesNamed(db, [{ name, ecosystem }]);
  const packages = named.packages[0] ?? [];
  const own = packages.filter((one) => one.name !== '*');
  const { rows, complete } = await packagePast(db, own);
  const byVuln = Map.groupBy(rows, ({ vuln }) => vuln);
  const summaries = await vulnerabilitySummaries(db, [...byVuln.keys()]);
  const nowText = now.toISOString();
  const told = telling(byVuln, (id, said) => toldOf(id, said, summaries.get(id), nowText));
  const shown = told.slice((page - 1) * limit, page * limit);
  const past = shown.length === 0 ? [] : await collectionPast(db, lookupForm(name));
  const places = placesOf(inEcosystem(past, ecosystem));
  const spans = told.map(({ known, fixed }) => ({ known, fixed: fixed?.at ?? null }));
  return {
    ecosystems: [...new Set(own.flatMap((one) => one.ecosystem ?? []))],
    history: {
      package: name,
      ecosystem: ecosystem ?? 'all',
      vulnerabilities: shown.map((one) => eventOf(one, places)),
      months: monthsOf(spans, nowText),
      truncated: !(complete && named.complete),
      total: told.length,
      page,
      pageSize: limit,
    },
  };
}

function telling(
  byVuln: ReadonlyMap<string, readonly PastRow[]>,
  of: (id: string, said: readonly PastRow[]) => readonly Told[],
): readonly Told[] {
  const told = Array.from(byVuln).flatMap(([id, said]) => of(id, said));
  return told.toSorted((a, b) => (a.known < b.known ? 1 : a.known > b.known ? -1 : a.id < b.id ? -1 : 1));
}

/** None of what no longer counts: rejected, or said by no record that stands. */
function toldOf(id: string, rows: readonly PastRow[], summary: VulnerabilitySummary | undefined, now: string): Told[] {
  const standing = rows.some(({ isCurrent, withdrawn }) => isCurrent && !withdrawn);
  if (!standing || summary?.rejected === true) return [];
  const dates = [summary?.published?.toISOString() ?? null, ...rows.map(({ published }) => published)];
  const known = dates.filter((date) => isPossible(date, now)).toSorted()[0] ?? firstSeen(rows);
  const fixed = fixSince(
    rows
      .filter(({ withdrawn }) => !withdrawn)
      .map(({ source, recordKey, package: { id: packageId }, knownFrom, isCurrent, published, hasFix }) => ({
        record: `${source} ${recordKey} ${packageId}`,
        knownFrom,
        named: hasFix,
        current: isCurrent,
        published: isPossible(published, now) ? published : null,
      })),
  );
  return [{ id, summary, rows, known, fixed }];
}

function isPossible(date: string | null, now: string): date is string {
  return date !== null && date <= now && date >= EARLIEST;
}

function firstSeen(rows: readonly PastRow[]): string {
  return rows.map(({ knownFrom }) => knownFrom).toSorted()[0] ?? EARLIEST;
}

function eventOf(told: Told, places: readonly Place[]): PackageEvent {
  const current = told.rows.filter(({ isCurrent, withdrawn }) => isCurrent && !withdrawn);
  const assertions = current.map(toAssertion);
  const versions = [...new Set(assertions.flatMap((assertion) => fixesOf(assertion).versions))];
  const packages = new Map(current.map((row) => [row.package.id, row.package]));
  const records = new Map(
    current.map(({ source, recordKey }) => [`${source} ${recordKey}`, { source, id: recordKey }]),
  );
  const severity = told.summary?.severity;
  return {
    id: told.id,
    severity: severity == null || severity === 'none' ? 'unknown' : severity,
    packages: [...packages.values()].map((one) => ({
      ecosystem: one.ecosystem === null ? null : formatEcosystem(one),
      vendor: one.vendor,
      name: one.name,
    })),
    records: [...records.values()],
    known: told.known,
    observedAt: firstSeen(told.rows),
    fixed: told.fixed === null ? null : { ...told.fixed, versions },
    collection: channelsWithFix(told.id, assertions, places),
  };
}

function inEcosystem(past: readonly CarriedVersion[], ecosystem: string | undefined): readonly CarriedVersion[] {
  return ecosystem === undefined ? past : past.filter((one) => one.ecosystem === ecosystem);
}

/** One attribute of a channel. */
interface Place {
  readonly first: CarriedVersion;
  readonly since: FixSinceVersion<CarriedVersion>;
}

function placesOf(collection: readonly CarriedVersion[]): Place[] {
  const places = Map.groupBy(collection, ({ channel, attribute }) => `${channel} ${attribute}`);
  return [...places.values()].flatMap((versions) => {
    const [first] = versions;
    return first === undefined ? [] : [{ first, since: carriedFixes(versions) }];
  });
}

/** Of each channel's attribute, since when it has been without the vulnerability. */
function channelsWithFix(
  id: string,
  assertions: Parameters<Place['since']>[1],
  places: readonly Place[],
): PackageEvent['collection'] {
  return places.flatMap((place) => {
    const since = place.since(id, assertions);
    if (since === null) return [];
    const { channel, attribute, version, knownFrom } = since;
    return [{ channel, attribute, version, at: knownFrom, atOrBefore: since === place.first }];
  });
}
