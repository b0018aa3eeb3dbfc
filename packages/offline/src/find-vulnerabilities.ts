import { type FoundAssertion, summaryOf } from '@almanac/core/matching';
import { comparableName, type RangeEvent } from '@almanac/core/ranges';
import type { AskedSnapshot } from '@almanac/core/scan';
import { factsByShard, partitionOf } from '@almanac/core/snapshots';

export interface PackageVulnerability {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly title: string | null;
  readonly severity: string | null;
  readonly score: number | null;
  /** One per record. Records may disagree: `judge` weighs them. */
  readonly affected: readonly AffectedVersions[];
}

export interface AffectedVersions {
  readonly source: string;
  readonly record: string;
  /** SHA-256 of the document as its source sent it, if known. */
  readonly sha256: string | null;
  /** Includes the release if the record names one: `Debian:12`. */
  readonly ecosystem: string;
  /** `git` ranges have commits as versions. */
  readonly ranges: readonly { readonly type: 'range' | 'git'; readonly events: readonly RangeEvent[] }[];
  readonly versions: readonly string[];
  /** Statements in prose, which cannot be evaluated. */
  readonly unreadable: readonly string[];
}

/** Leaves out rejected and withdrawn records, and those for other releases of a distribution. */
export async function findVulnerabilities(
  { snapshot, visit }: AskedSnapshot,
  ecosystem: string,
  name: string,
): Promise<readonly PackageVulnerability[]> {
  const partition = partitionOf(ecosystem);
  visit(partition, null);
  const place = await snapshot.place(partition, comparableName(ecosystem, name));
  if (place === null) return [];
  visit(partition, place);
  const shard = await snapshot.shard(ecosystem, name);
  if (shard === null) return [];
  const { found, aliases, records } = factsByShard(shard, { ecosystem, package: name, version: null });
  const rejected = new Set(records.filter((record) => record.rejected).map(({ id }) => id));
  const groups = new Map(aliases.flatMap((group) => group.ids.map((id) => [id, group] as const)));
  const vulnerabilities = new Map<string, { readonly ids: readonly string[]; readonly rows: FoundAssertion[] }>();
  for (const row of found) {
    const { record, withdrawn } = row.assertion;
    const group = groups.get(record.id) ?? { id: record.id, ids: [record.id] };
    if (withdrawn || group.ids.some((id) => rejected.has(id))) continue;
    const known = vulnerabilities.get(group.id) ?? { ids: group.ids, rows: [] };
    known.rows.push(row);
    vulnerabilities.set(group.id, known);
  }
  return [...vulnerabilities].map(([id, { ids, rows }]) => {
    const { title, severity, score } = summaryOf([id, ...ids], shard.summaries);
    const aliases = ids.filter((one) => one !== id);
    return { id, aliases, title, severity, score, affected: rows.map((row) => toAffected(row, ecosystem)) };
  });
}

function toAffected({ assertion, sha256 }: FoundAssertion, ecosystem: string): AffectedVersions {
  const { record, subject, claims } = assertion;
  const affected = claims.filter(({ status }) => status === 'affected');
  return {
    source: record.source,
    record: record.id,
    sha256,
    ecosystem: subject.ecosystem ?? ecosystem,
    ranges: affected.flatMap((claim) =>
      claim.type === 'git' || claim.type === 'range' ? [{ type: claim.type, events: claim.events }] : [],
    ),
    versions: affected.flatMap((claim) => (claim.type === 'list' ? claim.versions : [])),
    unreadable: affected.flatMap((claim) => (claim.type === 'opaque' ? [claim.text] : [])),
  };
}
