import { advisePackage, type PackageAdvice, type PackageFacts } from '@almanac/core/advice';
import type { MatchQuestion } from '@almanac/core/matching';
import { type PackagePlan, planForAdvice } from '@almanac/core/remediation';
import { turns } from '../../platform/in-slices.ts';
import { shareOfTime } from '../../platform/time-left.ts';
import type { KeyedQuestion } from '../packages/judge-many.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { loadAttribute } from './carried-subjects.ts';
import { loadIssueRatings } from './ratings.ts';
import { loadStatedSubjects } from './stated-subjects.ts';

/** Installed versions that one answer gives advice on; what is beyond is not checked. */
const MAX_ADVISED = 300;
const MAX_ATTRIBUTES = 40;
/** Statements that are judged for one answer, those about a package once for each of its versions. */
const MAX_JUDGED = 25_000;
/** The share of the time that is left when verdicts are known. */
const TIME_SHARE = 0.6;
/** Packages that are loaded together. */
const PAGE_SIZE = 50;

/** A package with the questions that are asked about it. */
interface AskedPackage {
  readonly own: readonly KeyedQuestion[];
  readonly known: PackageFacts;
}

interface PlannedVersion {
  readonly key: string;
  readonly question: MatchQuestion;
  readonly plan: PackagePlan;
}

/**
 * Advises on installed versions that are affected, by the key of each question. Versions that are too many, or too much to judge, and
 * those that turn out not to be affected are left out.
 */
export async function adviseVersions(
  deps: MatchDeps,
  questions: readonly KeyedQuestion[],
): Promise<ReadonlyMap<string, PackageAdvice>> {
  const wanted = questions.slice(0, MAX_ADVISED);
  const planned: PlannedVersion[] = [];
  const signal = shareOfTime(deps.signal, TIME_SHARE);
  try {
    for await (const one of planVersions({ ...deps, signal }, wanted)) planned.push(one);
  } catch (error) {
    // The verdicts are told without advice on what was not judged in time.
    deps.signal.throwIfAborted();
    if (!signal.aborted) throw error;
  }
  const findings = planned.flatMap(({ plan }) => [...plan.clears, ...plan.stays]);
  const rate = await deps.databases.readWithFallback((db) => loadIssueRatings(db, findings));
  return new Map(
    planned.map(({ key, question: { ecosystem = null, package: name }, plan }) => [
      key,
      advisePackage({ ecosystem, name, plan }, rate),
    ]),
  );
}

async function* planVersions(deps: MatchDeps, wanted: readonly KeyedQuestion[]): AsyncGenerator<PlannedVersion> {
  const turn = turns(deps.signal);
  let left = MAX_JUDGED;
  for await (const { own, known } of loadPackages(deps, wanted)) {
    const affordable = own.slice(0, Math.floor(left / Math.max(1, known.facts.found.length)));
    left -= affordable.length * known.facts.found.length;
    // Binary packages of one source package ask about the same version.
    const plans = new Map<string, PackagePlan>();
    for (const [key, question] of affordable) {
      const text = JSON.stringify(question);
      const plan = plans.get(text) ?? planForAdvice({ ...known.facts, question }, known.held, known.records);
      plans.set(text, plan);
      if (plan.verdict === 'affected') yield { key, question, plan };
      await turn();
    }
  }
}

async function* loadPackages(deps: MatchDeps, questions: readonly KeyedQuestion[]): AsyncGenerator<AskedPackage> {
  const byPackage = Map.groupBy(
    questions.filter(([, { ecosystem }]) => ecosystem != null),
    ([, { ecosystem, package: name }]) => JSON.stringify([ecosystem, name]),
  );
  const packages = [...byPackage.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const [, { ecosystem = null, package: name }] = first;
    return [{ ecosystem, name, vendors: [], repackagings: [], own }];
  });
  for (let from = 0; from < packages.length; from += PAGE_SIZE) {
    const page = packages.slice(from, from + PAGE_SIZE);
    const { loaded } = await deps.databases.readWithFallback((db) => loadStatedSubjects(db, deps.documents, page));
    for (const [{ own }, known] of loaded) yield { own, known };
  }
  const byName = Map.groupBy(
    questions.filter(([, { ecosystem }]) => ecosystem == null),
    ([, { package: name }]) => name,
  );
  for (const [attribute, own] of [...byName].slice(0, MAX_ATTRIBUTES)) {
    deps.signal.throwIfAborted();
    const known = await loadAttribute(deps, attribute);
    if (known !== null) yield { own, known };
  }
}
