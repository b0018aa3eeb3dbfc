import { setImmediate } from 'node:timers/promises';
import { evaluate, extractIds, fixedIn, overallVerdict, type Rating } from '@almanac/core';
import { type AffectedRow, type AskedPackage, allAffectedRows } from '../../queries/affected-rows.ts';
import { type CarriedIdentity, carriedIdentities, isExactly } from '../../queries/carried-identities.ts';
import { type CarriedAttribute, collectionOfAttributes } from '../../queries/collection-of-attributes.ts';
import { packagesNamed } from '../../queries/packages-named.ts';
import { type VulnerabilitiesOf, vulnerabilitiesOf } from '../../queries/vulnerabilities-of.ts';
import { vulnerabilitySummaries } from '../../queries/vulnerability-summaries.ts';
import type { Db } from '../../store/database.ts';
import { RECORD_SOURCES } from '../packages/match-facts.ts';

/** A vulnerability of one attribute in the version that the collection carries. */
export interface CarriedFinding {
  readonly id: string;
  readonly severity: Rating | null;
  readonly attribute: string;
  readonly version: string | null;
  readonly by: CarriedIdentity['by'] | 'collection';
  readonly sources: readonly string[];
  readonly fixedIn: string | null;
  readonly proof: object;
}

export interface CarriedFindings {
  readonly findings: readonly CarriedFinding[];
  /** Attributes with a version and a name that records go by. */
  readonly examined: readonly string[];
  readonly complete: boolean;
}

/** Entries that are evaluated for one answer. */
const MOST_EVALUATED = 20_000;
/** Attributes that are looked up together: to evaluate their entries takes some ten milliseconds, in which nobody else has a turn. */
const AT_ONCE = 500;

/**
 * What is known of many attributes at once, in a handful of set queries for each few hundred: entries of records by asserted names
 * whose range holds for the version, and what the collection itself says. Never a match by a name that is merely alike.
 */
export async function carriedFindings(db: Db, attributes: readonly string[]): Promise<CarriedFindings> {
  const findings: CarriedFinding[] = [];
  const examined: string[] = [];
  let [complete, left] = [true, MOST_EVALUATED];
  for (let from = 0; from < attributes.length; from += AT_ONCE) {
    const carried = await collectionOfAttributes(db, attributes.slice(from, from + AT_ONCE));
    const some = await findingsOf(db, carried, left);
    findings.push(...some.findings);
    examined.push(...some.examined);
    left -= some.evaluated;
    complete &&= some.complete;
    await setImmediate();
    if (left <= 0) return { findings, examined, complete: complete && from + AT_ONCE >= attributes.length };
  }
  return { findings, examined, complete };
}

interface Named {
  readonly carried: CarriedAttribute;
  readonly identity: CarriedIdentity;
}

async function findingsOf(db: Db, carried: readonly CarriedAttribute[], most: number) {
  const named: Named[] = carried.flatMap((each) =>
    each.version === null ? [] : carriedIdentities(each).map((identity) => ({ carried: each, identity })),
  );
  const packages = await packagesNamed(
    db,
    named.map(({ identity }) => identity.name),
  );
  const asked: AskedPackage[] = [];
  const askedFor: Named[] = [];
  named.forEach((one, i) => {
    for (const found of packages[i] ?? []) {
      if (!isExactly(found, one.identity.name)) continue;
      asked.push({ package: found, version: one.carried.version });
      askedFor.push(one);
    }
  });
  const { rows, complete } = await allAffectedRows(db, { asked, sources: RECORD_SOURCES, at: null }, most);
  const nameOf = new Map(asked.map((one, i) => [one, askedFor[i]]));
  const said = rows.flatMap((row) => {
    const of = nameOf.get(row.asked);
    return of === undefined || row.withdrawn ? [] : [{ row, of }];
  });
  const own = carried.flatMap((each) => ownWords(each).map((cve) => ({ carried: each, cve })));
  const ids = [...new Set([...said.map(({ row }) => row.recordKey), ...own.map(({ cve }) => cve)])];
  const patched = carried.flatMap((each) => each.patched);
  const subjectsOf = await vulnerabilitiesOf(db, [...new Set([...ids, ...patched])]);
  const summaries = await vulnerabilitySummaries(db, [...new Set(ids.flatMap(subjectsOf))]);
  const entries = said.flatMap(({ row, of }) => subjectsOf(row.recordKey).map((id) => ({ id, row, of })));
  const byBoth = Map.groupBy(entries, ({ id, of }) => JSON.stringify([of.carried.attribute, id]));
  const findings = [...byBoth.values()].flatMap((some) => findingOf(some, subjectsOf, summaries));
  const known = new Set(findings.map(({ attribute, id }) => `${attribute} ${id}`));
  for (const { carried: each, cve } of own) {
    for (const id of subjectsOf(cve)) {
      const { severity = null, rejected = false } = summaries.get(id) ?? {};
      if (!rejected && !known.has(`${each.attribute} ${id}`)) findings.push(ofCollection(each, id, severity));
    }
  }
  return {
    findings,
    examined: new Set(named.map((one) => one.carried.attribute)),
    evaluated: rows.length,
    complete,
  };
}

/** CVEs that the collection itself says a package has. */
function ownWords({ knownVulnerabilities }: CarriedAttribute): string[] {
  const named = knownVulnerabilities.flatMap((text) => extractIds(text));
  return [...new Set(named.flatMap(({ kind, id }) => (kind === 'cve' ? [id] : [])))];
}

interface Entry {
  /** The vulnerability. */
  readonly id: string;
  readonly row: AffectedRow;
  readonly of: Named;
}

type Summaries = Awaited<ReturnType<typeof vulnerabilitySummaries>>;

/** One where the records together come to it; none where the collection carries a patch for it, or the CVE was rejected. */
function findingOf(entries: readonly Entry[], subjectsOf: VulnerabilitiesOf, summaries: Summaries): CarriedFinding[] {
  const evaluated = entries.map(({ id, row, of }) => {
    const { assertion } = row;
    return { id, row, of, assertion, evaluation: evaluate(assertion, { version: of.carried.version, commit: null }) };
  });
  const [first] = evaluated;
  if (first === undefined || overallVerdict(evaluated.map(({ evaluation }) => evaluation)) !== 'affected') return [];
  const { id } = first;
  const { carried } = first.of;
  const holding = evaluated.filter(({ evaluation }) => evaluation.verdict === 'affected');
  // A patch may be named after any of the ids.
  if (summaries.get(id)?.rejected === true || carried.patched.some((cve) => subjectsOf(cve).includes(id))) return [];
  return [
    {
      id,
      severity: summaries.get(id)?.severity ?? null,
      attribute: carried.attribute,
      version: carried.version,
      by: holding.some(({ of }) => of.identity.by === 'declared') ? 'declared' : 'language',
      sources: [...new Set(holding.map(({ row }) => row.source))],
      fixedIn: fixedIn(holding, carried.version),
      proof: {
        channel: carried.channel,
        records: holding.map(({ row, of, evaluation }) => ({
          identity: of.identity.said,
          sha256: row.sha256,
          proof: evaluation.proof,
        })),
      },
    },
  ];
}

function ofCollection(carried: CarriedAttribute, id: string, severity: Rating | null): CarriedFinding {
  const { attribute, version, channel, knownVulnerabilities } = carried;
  return {
    id,
    severity,
    attribute,
    version,
    by: 'collection',
    sources: ['packages'],
    fixedIn: null,
    proof: { channel, knownVulnerabilities: [...knownVulnerabilities] },
  };
}
