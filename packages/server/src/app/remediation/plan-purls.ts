import { recordsMeant } from '@almanac/core/matching';
import { openRecords, planPackage } from '@almanac/core/remediation';
import { type PurlQuestion, purlQuestion } from '@almanac/core/scan';
import { turns } from '../../platform/in-slices.ts';
import type { Deps } from '../deps.ts';
import { statesByEcosystem } from '../packages/coverage.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import type { MadePlan, Unplanned } from './made-plan.ts';
import { patchedVersions } from './patched-versions.ts';
import { type NamedInCollection, planNamed } from './plan-collection.ts';
import { type ExactPackage, planFacts } from './plan-facts.ts';

/** Packages that are read together. */
const READ_AT_ONCE = 100;

export interface Planned {
  readonly made: readonly MadePlan[];
  readonly unplanned: readonly Unplanned[];
  readonly notes: readonly string[];
  readonly notPlanned: number;
}

/** One plan for each package and version, however often it is asked for. One that is no purl does not fail the others. */
export async function planPurls(
  deps: MatchDeps & Pick<Deps, 'graph'>,
  purls: readonly string[],
  signal: AbortSignal,
): Promise<Planned> {
  const asked = new Map([...new Set(purls)].map((text) => [text, purlQuestion(text)]));
  const named: NamedInCollection[] = [];
  const exact = new Map<string, ExactPackage & { readonly versions: Map<string | null, string[]> }>();
  const unplanned: Unplanned[] = [];
  for (const [purl, one] of asked) {
    if (one.question === null) unplanned.push(without(purl, one));
    else if (one.question.ecosystem == null) named.push({ purl, ...one.question });
    else {
      const { ecosystem, package: name, version } = one.question;
      const key = JSON.stringify([ecosystem, name]);
      const known = exact.get(key) ?? { ecosystem, name, versions: new Map<string | null, string[]>() };
      known.versions.set(version, [...(known.versions.get(version) ?? []), purl]);
      exact.set(key, known);
    }
  }
  const made = await planExact(deps, [...exact.values()], signal);
  const collection = await planNamed(deps, named, signal);
  return {
    made: [...made, ...collection.made],
    unplanned,
    notes: collection.notes,
    notPlanned: collection.notPlanned,
  };
}

type Wanted = ExactPackage & { readonly versions: ReadonlyMap<string | null, readonly string[]> };

async function planExact(
  deps: Pick<Deps, 'databases' | 'documents' | 'evaluated' | 'sourceStates'>,
  wanted: readonly Wanted[],
  signal: AbortSignal,
): Promise<MadePlan[]> {
  const sources = await statesByEcosystem(
    deps,
    wanted.map(({ ecosystem }) => ecosystem),
  );
  const made: MadePlan[] = [];
  const turn = turns(signal);
  for (let from = 0; from < wanted.length; from += READ_AT_ONCE) {
    const page = wanted.slice(from, from + READ_AT_ONCE);
    const { facts, patched } = await deps.databases.readWithFallback(async (db) => {
      const read = await planFacts(db, page, { signal, evaluated: deps.evaluated });
      return { facts: read, patched: await patchedVersions(deps, db, page, read) };
    });
    for (const [i, { ecosystem, name, versions }] of page.entries()) {
      const known = facts[i];
      if (known === undefined) continue;
      const own = { ...known, sources: sources.get(ecosystem) ?? [] };
      const records = openRecords(recordsMeant(own));
      for (const [version, purls] of versions) {
        const question = { package: name, version, ecosystem };
        const plan = planPackage({ ...own, question }, patched[i], records);
        deps.evaluated?.(known.found.length);
        made.push({ purls, places: [], ecosystem, package: name, plan, rebuild: null });
        await turn();
      }
    }
  }
  return made;
}

function without(purl: string, { parsed, problem }: PurlQuestion): Unplanned {
  if (parsed === null) {
    return {
      purl,
      status: 'invalid',
      problem: problem ?? 'it could not be parsed',
      ecosystem: null,
      package: null,
      version: null,
    };
  }
  const { ecosystem, package: name, version, reason } = parsed;
  return { purl, status: 'not_covered', problem: reason ?? 'no source covers it', ecosystem, package: name, version };
}
