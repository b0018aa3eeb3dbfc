import { recordsMeant } from '@almanac/core/matching';
import { openRecords, type PackagePlan, planPackage } from '@almanac/core/remediation';
import { turns } from '../../platform/in-slices.ts';
import type { Deps } from '../deps.ts';
import { judgePackage, type MatchDeps, packageFacts } from '../packages/judge-packages.ts';
import { heldVersions } from './held-versions.ts';
import type { MadePlan } from './made-plan.ts';
import { rebuildCost } from './rebuild-cost.ts';

/** Packages of the collection are read one by one, with their documents. */
const MOST_NAMES = 40;
/** Statements that are judged for one answer, those about a package once for each of its versions. */
const MAX_JUDGED = 40_000;

/** A package of the collection in one version, and where. */
export interface WantedInCollection {
  readonly attribute: string;
  readonly version: string | null;
  readonly purls: readonly string[];
  readonly places: MadePlan['places'];
}

export interface NamedInCollection {
  readonly purl: string;
  readonly package: string;
  readonly version: string | null;
}

export interface CollectionPlans {
  readonly made: readonly MadePlan[];
  readonly notes: readonly string[];
  readonly notPlanned: number;
}

/** Plans for package URLs of the collection. */
export function planNamed(
  deps: MatchDeps & Pick<Deps, 'graph'>,
  named: readonly NamedInCollection[],
  signal: AbortSignal,
): Promise<CollectionPlans> {
  const wanted = Map.groupBy(named, ({ package: name, version }) => JSON.stringify([name, version]));
  return planCollection(
    deps,
    [...wanted.values()].flatMap((own): WantedInCollection[] => {
      const [first] = own;
      if (first === undefined) return [];
      return [{ attribute: first.package, version: first.version, purls: own.map(({ purl }) => purl), places: [] }];
    }),
    signal,
  );
}

/** Plans for packages of the collection, each read whole: every record of a name that may be meant, for any version. */
export async function planCollection(
  deps: MatchDeps & Pick<Deps, 'graph'>,
  wanted: readonly WantedInCollection[],
  signal: AbortSignal,
): Promise<CollectionPlans> {
  const byAttribute = [...Map.groupBy(wanted, ({ attribute }) => attribute)];
  const made: MadePlan[] = [];
  const notes: string[] = [];
  let affordable = MAX_JUDGED;
  const turn = turns(signal);
  for (const [attribute, own] of byAttribute.slice(0, MOST_NAMES)) {
    if (affordable <= 0) break;
    const facts = await packageFacts(deps, { package: attribute, version: null }, { at: null });
    const records = openRecords(recordsMeant(facts));
    const held = await deps.databases.readWithFallback((db) => heldVersions(deps, db, attribute, facts.collection));
    const rebuild = await rebuildCost(deps, attribute);
    // One version of each package is planned, however much is known of it.
    const planned = own.slice(0, Math.max(1, Math.floor(affordable / Math.max(1, facts.found.length))));
    affordable -= planned.length * facts.found.length;
    if (planned.length < own.length) {
      notes.push(
        `so much is known of ${attribute} that only ${planned.length} of its ${own.length} versions were planned: ask about the others separately`,
      );
    }
    for (const { version, purls, places } of planned) {
      const plan = planPackage({ ...facts, question: { package: attribute, version } }, held, records);
      deps.evaluated?.(facts.found.length);
      const carried = facts.collection.filter((fact) => fact.attribute === attribute && fact.version === version);
      const where = places.length > 0 ? places : carried.map(({ channel }) => ({ channel, attribute }));
      const said = plan.verdict === 'not_affected' ? await verdictOf(deps, attribute, version) : {};
      made.push({ purls, places: where, ecosystem: null, package: attribute, plan: { ...plan, ...said }, rebuild });
      await turn();
    }
  }
  const names = new Set(made.map(({ package: name }) => name)).size;
  if (names < byAttribute.length) notes.push(`only the first ${names} nixpkgs packages were planned`);
  return { made, notes, notPlanned: wanted.length - made.length };
}

/**
 * The verdict of `/vulns`. A plan reads more: the document of a record that surely excludes the version may be what says that it is about
 * the package at all.
 */
async function verdictOf(
  deps: MatchDeps,
  attribute: string,
  version: string | null,
): Promise<Pick<PackagePlan, 'verdict' | 'verdictReason'>> {
  const { result } = await judgePackage(deps, { package: attribute, version }, { at: null });
  return { verdict: result.verdict, verdictReason: result.verdictReason };
}
