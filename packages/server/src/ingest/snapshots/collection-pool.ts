import type { RecordFact, TrackedIssue } from '@almanac/core/matching';
import { isUnbounded, packAssertion, type Subject } from '@almanac/core/ranges';
import { CVE_RECORD_SOURCES } from '@almanac/core/records';
import {
  type CollectionAttribute,
  type CollectionShard,
  type FiledStatement,
  filedUnder,
  type ShardGroup,
} from '@almanac/core/snapshots';
import { schemeOf } from '@almanac/core/versions';
import type { LoadedFacts } from '../../app/judging/load-facts.ts';
import { packageKey, productKey } from '../../projections/package-name.ts';
import { formatEcosystem, toSubject } from '../../queries/packages-named.ts';
import { KEPT_APART, mayPassOnRecord } from '../../sources/licences.ts';

/** Statements of one shard. An attribute that would exceed it is without any, and answers about it say that there are more. */
const MOST_STATEMENTS = 60_000;

type Summaries = CollectionShard['summaries'];

/** Gathers what concerns the attributes of one shard, each thing once. */
export interface AttributePool {
  add(attribute: string, loaded: LoadedFacts): void;
  shard(place: Pick<CollectionShard, 'partition' | 'bits' | 'prefix'>): CollectionShard;
}

export function openAttributePool(most = MOST_STATEMENTS): AttributePool {
  const attributes: CollectionAttribute[] = [];
  const statements = new Map<string, FiledStatement>();
  const groups = new Map<string, ShardGroup>();
  const covers = new Map<string, readonly string[]>();
  const records = new Map<string, RecordFact>();
  const known = new Set<string>();
  const summaries = new Map<string, Summaries extends ReadonlyMap<string, infer S> ? S : never>();
  return {
    add(attribute, { facts, packages, summaries: told, ids: possible }) {
      const issues = facts.issues.map(withoutWords);
      const { filed, isWhole } = concerning(facts, packages);
      const named = new Set(filed.map(({ subject }) => filedUnder(subject)));
      const subjects = packages.map(toSubject).filter((subject) => named.has(filedUnder(subject)));
      const isSilent = subjects.length === 0 && issues.length === 0 && facts.records.length === 0;
      if (isSilent && isWhole) return;
      const own = new Map(filed.filter(({ subject }) => !isApart(subject)).map((one) => [getKey(one), one]));
      const isTooMuch = new Set([...statements.keys(), ...own.keys()]).size > most;
      if (isTooMuch) {
        attributes.push({ attribute, subjects: [], issues: [], complete: false });
        return;
      }
      attributes.push({ attribute, subjects, issues, complete: isWhole });
      for (const [key, one] of own) statements.set(key, one);
      for (const { id, ids } of facts.aliases) groups.set(id, { id, ids });
      const apart = new Set(filed.flatMap((one) => (isApart(one.subject) ? [one.found.assertion.record.id] : [])));
      const read = facts.records.filter(({ source, id }) => mayPassOnRecord(source, id) && !apart.has(id));
      for (const record of read) records.set(`${record.source} ${record.id}`, record);
      const ids = new Set(filed.map(({ found }) => found.assertion.record.id));
      for (const id of ids.difference(apart)) {
        const cves = facts.covers?.get(id);
        if (cves !== undefined) covers.set(id, cves);
      }
      const listed = new Set(facts.issues.flatMap((issue) => issue.packages));
      for (const name of facts.attributes ?? []) if (listed.has(name)) known.add(name);
      // Batched facts contain more than this question needs.
      const summarised = idsIn(facts, ids).intersection(new Set(possible));
      for (const id of summarised.difference(apart)) {
        const summary = told.get(id);
        if (summary === undefined) continue;
        const { severity, score, title } = summary;
        summaries.set(id, { severity, score, title });
      }
    },
    shard: (place) => ({
      ...place,
      attributes,
      statements: [...statements.values()],
      groups: [...groups.values()],
      covers,
      records: [...records.values()],
      known,
      summaries,
      apart: KEPT_APART,
    }),
  };
}

/** Ids of everything that may match. */
function idsIn(
  { aliases, covers, issues, records }: LoadedFacts['facts'],
  stated: ReadonlySet<string>,
): ReadonlySet<string> {
  const covered = [...stated].flatMap((id) => covers?.get(id) ?? []);
  const others = [...aliases.flatMap(({ ids }) => ids), ...issues.flatMap(({ cves }) => cves)];
  return new Set([...stated, ...covered, ...others, ...records.map(({ id }) => id)]);
}

/**
 * Selects statements about candidate packages, and CVE records named by the tracker or by records without bounds.
 * Batched facts contain more, depending on the batch, but a shard must have the same bytes while nothing changes.
 */
function concerning(
  { found, issues, aliases, complete }: LoadedFacts['facts'],
  packages: LoadedFacts['packages'],
): { readonly filed: FiledStatement[]; readonly isWhole: boolean } {
  const meant = new Set(packages.map((one) => filedUnder(toSubject(one))));
  const groupOf = new Map(aliases.flatMap((group) => group.ids.map((id) => [id, group.ids] as const)));
  const all = found.map(filedStatement);
  const filed = all.filter(isPassedOn);
  const isMeant = ({ subject }: FiledStatement) => meant.has(filedUnder(subject));
  const unbounded = filed.filter((one) => isMeant(one) && isUnbounded(one.found));
  const linked = new Set([
    ...issues.flatMap(({ cves }) => cves),
    ...unbounded.flatMap(({ found: { assertion } }) => groupOf.get(assertion.record.id) ?? []),
  ]);
  return {
    filed: filed.filter((one) => {
      const { source, id } = one.found.assertion.record;
      return isMeant(one) || (CVE_RECORD_SOURCES.some((own) => own === source) && linked.has(id));
    }),
    isWhole: complete !== false && all.every((one) => isPassedOn(one) || !isMeant(one)),
  };
}

function isPassedOn({ found: { assertion } }: FiledStatement): boolean {
  return mayPassOnRecord(assertion.record.source, assertion.record.id);
}

/** Removes prose, which is not ours to publish. Numbers, states, names and IDs are facts. */
function withoutWords(issue: TrackedIssue): TrackedIssue {
  return { ...issue, title: '' };
}

/** Under the name by which packages and products are stored. */
function filedStatement(found: FiledStatement['found']): FiledStatement {
  const { ecosystem, vendor, name } = found.assertion.subject;
  const key = ecosystem === null ? productKey(vendor, name) : packageKey(ecosystem, name);
  const subject = { ecosystem: ecosystem === null ? null : formatEcosystem(key), vendor: key.vendor, name: key.name };
  return { subject, found };
}

function isApart({ ecosystem }: Subject): boolean {
  return ecosystem !== null && KEPT_APART.includes(schemeOf(ecosystem).base);
}

function getKey({ subject, found: { assertion, sha256 } }: FiledStatement): string {
  const { source, id } = assertion.record;
  return JSON.stringify([
    filedUnder(subject),
    source,
    id,
    sha256,
    assertion.withdrawn,
    packAssertion(assertion, subject),
  ]);
}
