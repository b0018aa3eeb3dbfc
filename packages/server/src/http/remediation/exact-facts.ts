import {
  type FoundAssertion,
  identityContext,
  identityOf,
  type KnownSubject,
  type MatchFacts,
  type RecordFact,
  type Subject,
} from '@almanac/core';
import { allAffectedRows } from '../../queries/affected-rows.ts';
import { aliasGroupsOf } from '../../queries/alias-groups-of.ts';
import { packageSpeakers } from '../../queries/package-speakers.ts';
import { ecosystemOf, type NamedPackage, packagesNamed } from '../../queries/packages-named.ts';
import { upstreamCves } from '../../queries/upstream-cves.ts';
import { vulnerabilitySummaries } from '../../queries/vulnerability-summaries.ts';
import type { Db } from '../../store/database.ts';
import { RECORD_SOURCES } from '../packages/match-facts.ts';

/** A package of a registry or a distribution, by the name that it has there. */
export interface ExactPackage {
  readonly ecosystem: string;
  readonly name: string;
}

/** Everything that is known of a package, whatever the version. */
export type ExactFacts = Omit<MatchFacts, 'question' | 'sources'>;

/** Entries that are read for so many packages at once, and for one alone. */
const MOST_ENTRIES = 20_000;

/**
 * What is known of packages, in a handful of questions for all of them. Unlike `matchExact` it leaves no entry out by the version:
 * what does not hold for the current one may hold for the version after it.
 */
export async function exactFacts(db: Db, packages: readonly ExactPackage[]): Promise<readonly ExactFacts[]> {
  const named = await packagesNamed(db, packages);
  const meant = packages.map((one, i) => meantBy(one, named[i] ?? []));
  const distinct = new Map(meant.flat().map((one) => [one.id, { package: one, version: null }]));
  const asked = [...distinct.values()];
  const { rows, complete } = await allAffectedRows(db, { asked, sources: RECORD_SOURCES, at: null }, MOST_ENTRIES);
  // A giant among them: the others are answered in full all the same.
  if (!complete && packages.length > 1) {
    const half = Math.ceil(packages.length / 2);
    return [...(await exactFacts(db, packages.slice(0, half))), ...(await exactFacts(db, packages.slice(half)))];
  }
  const covers = await upstreamCves(db, [...new Set(rows.map(({ recordId }) => recordId))], null);
  const ids = new Set([...rows.map(({ recordKey }) => recordKey), ...[...covers.values()].flat()]);
  const groups = await aliasGroupsOf(db, [...ids], null);
  const groupOf = new Map(groups.flatMap((group) => group.ids.map((id) => [id, group] as const)));
  const rejected = await rejectedOf(db, [...ids, ...groups.flatMap((group) => group.ids)]);
  const speakers = await packageSpeakers(db, [...distinct.keys()], RECORD_SOURCES);
  const rowsOf = Map.groupBy(rows, (row) => row.asked.package.id);
  return meant.map((own): ExactFacts => {
    const said = own.flatMap(({ id }) => rowsOf.get(id) ?? []);
    const keys = said.flatMap(({ recordKey }) => (covers.get(recordKey) ?? []).concat(recordKey));
    const aliases = [...new Set(keys.flatMap((id) => groupOf.get(id) ?? []))];
    return {
      collection: [],
      issues: [],
      found: said.map(({ assertion, sha256 }): FoundAssertion => ({ assertion, sha256 })),
      aliases,
      covers,
      records: [...new Set([...keys, ...aliases.flatMap((group) => group.ids)])].flatMap(
        (id) => rejected.get(id) ?? [],
      ),
      speakers: own.flatMap((one): KnownSubject[] => {
        const by = speakers.get(one.id);
        return by === undefined ? [] : [{ subject: subjectOf(one), sources: [...by] }];
      }),
      complete,
    };
  });
}

function meantBy({ ecosystem, name }: ExactPackage, named: readonly NamedPackage[]): NamedPackage[] {
  const context = identityContext({ package: name, version: null, ecosystem }, []);
  return named.filter((one) => one.name !== '*' && identityOf(subjectOf(one), context, null) !== null);
}

function subjectOf(one: NamedPackage): Subject {
  return { ecosystem: one.ecosystem === null ? null : ecosystemOf(one), vendor: one.vendor, name: one.name };
}

/** Nothing of a rejected CVE holds. */
async function rejectedOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, RecordFact>> {
  const cves = [...new Set(ids)].filter((id) => id.startsWith('CVE-'));
  const summaries = await vulnerabilitySummaries(db, cves);
  return new Map(
    cves.flatMap((id) =>
      summaries.get(id)?.rejected === true
        ? [[id, { source: 'cve_list_v5', id, title: null, severities: [], references: [], rejected: true }]]
        : [],
    ),
  );
}
