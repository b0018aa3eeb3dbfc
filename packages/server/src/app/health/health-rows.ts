import { lookupForm } from '@almanac/core/collection';
import {
  type HealthFacts,
  type HealthScore,
  healthScore,
  LEAST_OWN_FIXED,
  type OpenVulnerability,
} from '@almanac/core/health';
import { groupByKeys } from '@almanac/core/ids';
import type { PackageVerdict } from '@almanac/core/matching';
import { type FixCase, fixBenchmark, seenAt } from '@almanac/core/survival';
import type { Documents } from '../../queries/documents.ts';
import type { HealthEntry } from '../../queries/health/entries.ts';
import { exploitationOf } from '../../queries/health/exploitation-of.ts';
import { lastUpdates } from '../../queries/health/last-updates.ts';
import { newestVersions } from '../../queries/health/newest-versions.ts';
import { vulnerabilitiesOf } from '../../queries/vulnerabilities-of.ts';
import type { Db } from '../../store/database.ts';
import type { TrackedCase } from '../aggregates/fix-cases.ts';
import { vulnerabilitySummaries } from '../cve/vulnerability-summaries.ts';
import { newer, type OpenInRecords, openInRecords } from './open-in-records.ts';

const DAY = 86_400_000;

/** Tracked issues by the names of their packages, in the form in which names are compared. */
export type TrackedByName = ReadonlyMap<string, readonly TrackedCase[]>;

export function trackedByName(cases: readonly TrackedCase[]): TrackedByName {
  return groupByKeys(cases, ({ issue }) => new Set(issue.packages.map(lookupForm)));
}

/** A package with what its health is judged by. */
export interface HealthRow {
  readonly entry: HealthEntry;
  readonly facts: HealthFacts;
  readonly judged: HealthScore;
  readonly verdict: PackageVerdict;
  readonly changedAt: Date | null;
  readonly firstSeen: Date | null;
}

/** Which entries are judged: all, or those with a tracked issue or an open vulnerability. */
export type Which = 'all' | 'listed';

/** The health of these entries at a moment. */
export async function healthRows(
  db: Db,
  documents: Documents,
  entries: readonly HealthEntry[],
  tracked: TrackedByName,
  which: Which,
  at: number,
): Promise<HealthRow[]> {
  const records = await openInRecords(db, documents, entries);
  const cases = new Map(entries.map((entry) => [entry, casesOf(entry, tracked)]));
  const named = entries.map((entry) => ({
    entry,
    found: findingsOf(records.get(entry)),
  }));
  const wanted =
    which === 'all'
      ? named
      : named.filter(({ entry, found }) => found.length > 0 || (cases.get(entry)?.length ?? 0) > 0);
  const open = await openVulnerabilities(db, wanted);
  const listed = wanted.map(({ entry }) => entry);
  const [updates, newest] = [await lastUpdates(db, listed), await newestVersions(db, listed)];
  return listed
    .filter((entry) => which === 'all' || (open.get(entry)?.length ?? 0) > 0 || (cases.get(entry)?.length ?? 0) > 0)
    .map((entry): HealthRow => {
      const said = records.get(entry);
      const update = updates.get(entry.recordId);
      const facts: HealthFacts = {
        vulnerabilities: {
          open: open.get(entry) ?? [],
          undecided: said?.undecided.size ?? 0,
          judged: said?.judged ?? false,
        },
        timeToFix: timeToFixOf(cases.get(entry) ?? [], at),
        version: { version: entry.version, newest: newestOf(entry, newest.get(entry.attribute), said?.newest ?? null) },
        lastUpdate: {
          days: daysSince(update?.changedAt ?? null, at),
          unchangedDays: daysSince(update?.changedAt ?? update?.firstSeen ?? null, at),
        },
        maintainers: entry.maintainers.length,
      };
      const [changedAt, firstSeen] = [update?.changedAt ?? null, update?.firstSeen ?? null];
      const verdict = said?.verdict ?? (entry.version === null ? 'unknown' : 'none_known');
      return { entry, facts, judged: healthScore(facts), verdict, changedAt, firstSeen };
    });
}

/** Issues name an attribute, or a package at the top by its own name; a language's package goes by its attribute alone. */
function casesOf({ attribute, pname }: HealthEntry, tracked: TrackedByName): readonly TrackedCase[] {
  const names = new Set([attribute, attribute.replaceAll('"', '')].map(lookupForm));
  if (pname !== null && !attribute.includes('.')) names.add(lookupForm(pname));
  return [...new Set([...names].flatMap((name) => tracked.get(name) ?? []))];
}

interface Finding {
  readonly id: string;
  readonly basis: OpenVulnerability['basis'];
  readonly by: string;
}

/** What the judgement says is open; an issue of the tracker alone opens nothing. */
function findingsOf(said: OpenInRecords | undefined): Finding[] {
  return [...(said?.open ?? [])].map(([id, { basis, by }]) => ({ id, basis, by }));
}

/** Aliases once, rejected and patched ones out, each with what it is rated and how it is exploited. */
async function openVulnerabilities(
  db: Db,
  named: readonly { readonly entry: HealthEntry; readonly found: readonly Finding[] }[],
): Promise<ReadonlyMap<HealthEntry, readonly OpenVulnerability[]>> {
  const ids = new Set(named.flatMap(({ found, entry }) => [...found.map(({ id }) => id), ...entry.patched]));
  const subjects = await vulnerabilitiesOf(db, [...ids]);
  const all = [...new Set(named.flatMap(({ found }) => found.flatMap(({ id }) => subjects(id))))];
  const summaries = await vulnerabilitySummaries(db, all);
  const exploitation = await exploitationOf(db, all);
  return new Map(
    named.map(({ entry, found }) => {
      const patched = new Set(entry.patched.flatMap(subjects));
      const open = new Map<string, OpenVulnerability>();
      for (const { id: given, basis, by } of found) {
        for (const id of subjects(given)) {
          const summary = summaries.get(id);
          if (open.has(id) || patched.has(id) || summary?.rejected === true) continue;
          const { epss = null, kev = false } = exploitation.get(id) ?? {};
          open.set(id, { id, severity: summary?.severity ?? null, epss, kev, basis, by });
        }
      }
      return [entry, [...open.values()]];
    }),
  );
}

function timeToFixOf(cases: readonly TrackedCase[], at: number): HealthFacts['timeToFix'] {
  const seen = cases.flatMap(({ case: one }: { case: FixCase }) => seenAt(one, at) ?? []);
  const { fixed, issues, p50 } = fixBenchmark(seen, LEAST_OWN_FIXED);
  return { fixed, issues, medianDays: p50?.days ?? null, watchedDays: Math.max(0, ...seen.map(({ time }) => time)) };
}

/** The aggregator's word; where it has none, what another channel has or a record calls fixed, if that is newer. */
function newestOf(
  entry: HealthEntry,
  aggregated: string | undefined,
  fixed: string | null,
): HealthFacts['version']['newest'] {
  if (aggregated !== undefined) return { version: aggregated, by: 'repology' };
  const carried = entry.elsewhere.map(({ version }) => version).reduce<string | null>(newer, null);
  const highest = newer(carried, fixed);
  if (highest === null || entry.version === null || newer(entry.version, highest) === entry.version) return null;
  return { version: highest, by: highest === carried ? 'channel' : 'record' };
}

function daysSince(time: Date | null, at: number): number | null {
  return time === null ? null : Math.max(0, Math.floor((at - time.getTime()) / DAY));
}
