import { advisePackage, type PackageAdvice } from '@almanac/core/advice';
import type { Deps } from '../deps.ts';
import type { KeyedQuestion } from '../packages/judge-many.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { planCollection } from '../remediation/plan-collection.ts';
import { planExact } from '../remediation/plan-purls.ts';
import { loadIssueRatings } from './ratings.ts';

/** Installed versions that one answer gives advice on; what is beyond is not checked. */
const MAX_ADVISED = 300;
const MAX_OF_COLLECTION = 40;

/** Advises on installed versions, by the key of each question. Those that are too many, or too much to judge, are left out. */
export async function adviseVersions(
  deps: MatchDeps & Pick<Deps, 'graph'>,
  questions: readonly KeyedQuestion[],
): Promise<ReadonlyMap<string, PackageAdvice>> {
  const exact = new Map<string, ExactVersions>();
  const named = new Map<string, { attribute: string; version: string | null; purls: string[]; places: [] }>();
  for (const [key, { ecosystem, package: name, version }] of questions.slice(0, MAX_ADVISED)) {
    if (ecosystem == null) {
      const place = JSON.stringify([name, version]);
      const known = named.get(place) ?? { attribute: name, version, purls: [], places: [] };
      known.purls.push(key);
      if (named.size < MAX_OF_COLLECTION) named.set(place, known);
    } else {
      const place = JSON.stringify([ecosystem, name]);
      const known = exact.get(place) ?? { ecosystem, name, versions: new Map() };
      known.versions.set(version, [...(known.versions.get(version) ?? []), key]);
      exact.set(place, known);
    }
  }
  const collection = await planCollection(deps, [...named.values()], deps.signal);
  const made = [...(await planExact(deps, [...exact.values()], deps.signal)), ...collection.made];
  const findings = made.flatMap(({ plan }) => [...plan.clears, ...plan.stays]);
  const rate = await deps.databases.readWithFallback((db) => loadIssueRatings(db, findings));
  return new Map(
    made.flatMap(({ purls, ecosystem, package: name, plan }) => {
      const advice = advisePackage({ ecosystem, name, plan }, rate);
      return purls.map((key): [string, PackageAdvice] => [key, advice]);
    }),
  );
}

interface ExactVersions {
  readonly ecosystem: string;
  readonly name: string;
  readonly versions: Map<string | null, string[]>;
}
