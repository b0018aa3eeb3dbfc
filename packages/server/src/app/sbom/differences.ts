import type { DatedFinding, DatedRecord, SbomDifference } from '@almanac/contract';
import type { Match } from '@almanac/core/matching';
import type { Moment } from '../../queries/affected-valid-at.ts';
import type { NamedBytes, RecordDates } from '../../queries/record-dates.ts';
import { shownFinding } from './shown.ts';

/** What lies between two sides of a component. */
export interface SideComparison {
  readonly same: readonly DatedFinding[];
  readonly differences: readonly SbomDifference[];
}

/** What is known of when things came about. */
export interface Dates {
  readonly of: (bytes: NamedBytes) => RecordDates | undefined;
  /** CVEs that are rejected now, and since when. */
  readonly rejected: ReadonlyMap<string, Date | null>;
}

/** By the id of the vulnerability, which is today's on both sides. `moment` is that of the earlier side. */
export function compareSides(
  past: readonly Match[],
  now: readonly Match[],
  moment: Moment,
  dates: Dates,
): SideComparison {
  const before = new Map(past.map((match) => [match.id, match]));
  const after = new Map(now.map((match) => [match.id, match]));
  const same: DatedFinding[] = [];
  const differences: SbomDifference[] = [];
  for (const match of now) {
    const earlier = before.get(match.id);
    const shown = dated(match, null, dates);
    if (earlier === undefined) differences.push(newlyKnown(match.id, shown, moment));
    else if (isSame(earlier, match)) same.push(shown);
    else differences.push(changed(match, dated(earlier, moment.at, dates), shown, moment, dates));
  }
  for (const match of past) {
    if (!after.has(match.id)) differences.push(noLonger(match, dated(match, moment.at, dates), dates));
  }
  return { same, differences };
}

/** The CVEs that a match is about. */
export function cvesOf({ id, aliases }: Pick<Match, 'id' | 'aliases'>): string[] {
  return [id, ...aliases].filter((each) => each.startsWith('CVE-'));
}

/** The records of a match, as its proof names them. */
export function bytesOf({ proof }: Pick<Match, 'proof'>): NamedBytes[] {
  return proof.evidence.map(({ source, id, sha256 }) => ({ source, record: id, sha256 }));
}

function isSame(a: Match, b: Match): boolean {
  return saidBy(a) === saidBy(b);
}

function saidBy({ status, confidence, affectedVersions, fixedIn }: Match): string {
  return JSON.stringify([status, confidence, affectedVersions, fixedIn]);
}

function dated(match: Match, at: Date | null, dates: Dates): DatedFinding {
  const { proof: _, ...shown } = shownFinding(match, undefined, false);
  return { ...shown, records: bytesOf(match).map((bytes) => datedRecord(bytes, at, dates.of(bytes))) };
}

function datedRecord(bytes: NamedBytes, at: Date | null, dates: RecordDates | undefined): DatedRecord {
  return {
    ...bytes,
    observedAt: timestamp(dates?.observedAt),
    firstObservedAt: timestamp(dates?.firstObservedAt),
    published: timestamp(dates?.published),
    modified: timestamp(dates?.modified),
    withdrawn: timestamp(dates?.withdrawn),
    removedAt: timestamp(dates?.removedAt),
    reconstructed: at !== null && dates?.observedAt != null && dates.observedAt > at,
  };
}

function timestamp(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null;
}

/** All its records are younger than the date, or one that was there says something else now. */
function newlyKnown(id: string, now: DatedFinding, moment: Moment): SbomDifference {
  const firsts = now.records.map(({ published, firstObservedAt }) =>
    moment.clock === 'true' ? (published ?? firstObservedAt) : firstObservedAt,
  );
  const appeared = firsts.every((first) => first === null || first > moment.at.toISOString());
  if (appeared) return { id, change: 'newly_known', why: 'record_appeared', at: earliest(firsts), past: null, now };
  return { id, change: 'newly_known', why: 'range_changed', at: changedAt(now, moment), past: null, now };
}

function noLonger(match: Match, past: DatedFinding, dates: Dates): SbomDifference {
  const { id } = match;
  const rejected = rejection(match, dates);
  if (rejected !== null) return { id, change: 'no_longer', why: 'cve_rejected', at: rejected.at, past, now: null };
  const withdrawn = latest(past.records.map((record) => record.withdrawn));
  const removed = latest(past.records.map(({ removedAt }) => removedAt));
  if (withdrawn !== null) return { id, change: 'no_longer', why: 'record_withdrawn', at: withdrawn, past, now: null };
  if (removed !== null) return { id, change: 'no_longer', why: 'record_removed', at: removed, past, now: null };
  const changes = bytesOf(match).map((bytes) => dates.of(bytes)?.changedAt.toISOString() ?? null);
  return { id, change: 'no_longer', why: 'range_changed', at: latest(changes), past, now: null };
}

/** That every CVE of a match is rejected, and since when. What other records go on saying of it is possible at best. */
function rejection(match: Match, dates: Dates): { readonly at: string | null } | null {
  const cves = cvesOf(match);
  if (cves.length === 0 || !cves.every((cve) => dates.rejected.has(cve))) return null;
  return { at: latest(cves.map((cve) => timestamp(dates.rejected.get(cve)))) };
}

function changed(match: Match, past: DatedFinding, now: DatedFinding, moment: Moment, dates: Dates): SbomDifference {
  const { id } = match;
  const rejected = past.status === now.status ? null : rejection(match, dates);
  if (rejected !== null) return { id, change: 'changed', why: 'cve_rejected', at: rejected.at, past, now };
  return { id, change: 'changed', why: 'range_changed', at: changedAt(now, moment), past, now };
}

/** As the source dates it, where that is after the moment; else when we saw it. */
function changedAt({ records }: DatedFinding, { at, clock }: Moment): string | null {
  const earliestPossible = at.toISOString();
  return latest(
    records.map(({ modified, observedAt }) =>
      clock === 'true' && modified !== null && modified > earliestPossible ? modified : observedAt,
    ),
  );
}

function earliest(dates: readonly (string | null)[]): string | null {
  return dates.filter((date) => date !== null).toSorted()[0] ?? null;
}

function latest(dates: readonly (string | null)[]): string | null {
  return (
    dates
      .filter((date) => date !== null)
      .toSorted()
      .at(-1) ?? null
  );
}
