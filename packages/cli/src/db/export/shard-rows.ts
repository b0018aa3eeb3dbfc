import { type FoundAssertion, summaryOf } from '@almanac/core/matching';
import type { ChannelShard, RiskShard, Shard, ShardGroup } from '@almanac/core/snapshots';
import type { Draft } from './draft.ts';
import { claimRows, statementColumns } from './statements.ts';

/** Each shard is complete in itself; rows that several shards repeat are added once. */
export function addShard(draft: Draft, shard: Shard): void {
  const ecosystem = shard.partition.slice('ecosystem/'.length);
  const groups = groupsOf(shard);
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group])));
  const columns = (found: FoundAssertion) => {
    const { id } = found.assertion.record;
    return statementColumns(found, groupOf.get(id)?.id ?? id);
  };
  for (const { name, rows, complete } of shard.packages) {
    draft.add('package', { ecosystem, name, statements: rows.length, complete });
    for (const found of rows) {
      const { subject, claims } = found.assertion;
      const about = { ecosystem, release: releaseOf(subject), package: name, written_as: subject.name };
      draft.addStatement('affected', { ...about, ...columns(found) }, claimRows(claims));
    }
  }
  for (const found of shard.linked) {
    draft.addStatement('product', { ...found.assertion.subject, ...columns(found) }, claimRows(found.assertion.claims));
  }
  for (const { id: vulnerability, ids } of groups) {
    draft.addOnce('vulnerability', { id: vulnerability, ...summaryOf([vulnerability, ...ids], shard.summaries) });
    for (const id of ids) draft.addOnce('alias', { id, vulnerability, rejected: shard.rejected.has(id) });
  }
  for (const [advisory, cves] of shard.covers) for (const cve of cves) draft.addOnce('covers', { advisory, cve });
}

/** `Debian:12` → `12` */
function releaseOf({ ecosystem }: FoundAssertion['assertion']['subject']): string | null {
  return ecosystem?.includes(':') === true ? ecosystem.slice(ecosystem.indexOf(':') + 1) : null;
}

/** Ungrouped ids get a group of their own, so that every record leads to a vulnerability. */
function groupsOf({ packages, linked, groups, covers }: Shard): ShardGroup[] {
  const grouped = new Set(groups.flatMap(({ ids }) => ids));
  const records = [...packages.flatMap(({ rows }) => rows), ...linked].map(({ assertion }) => assertion.record.id);
  const alone = new Set([...records, ...[...covers].flatMap(([, cves]) => cves)]).difference(grouped);
  return [...groups, ...[...alone].map((id) => ({ id, ids: [id] }))];
}

export function addRisks(draft: Draft, { risks }: Pick<RiskShard, 'risks'>): void {
  for (const { cve, epss, kev } of risks) {
    if (kev !== null) draft.add('kev', { cve, added: kev });
    if (epss !== null) draft.add('epss', { cve, probability: epss / 100_000 });
  }
}

export function addChannel(draft: Draft, { families }: Pick<ChannelShard, 'families'>): void {
  for (const entry of [...families.values()].flat()) {
    const { channel, attribute, pname, version, ecosystem, ecosystemName, homepage, cpes, purls, patched } = entry;
    draft.add('carried', {
      channel,
      attribute,
      name: pname,
      version,
      ecosystem,
      ecosystem_name: ecosystemName,
      homepage,
      cpes,
      purls,
      known_vulnerabilities: entry.knownVulnerabilities,
      patched,
      sha256: entry.sha256 ?? null,
    });
  }
}
