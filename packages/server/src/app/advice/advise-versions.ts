import { advisePackage, type PackageAdvice, type PackageFacts } from '@almanac/core/advice';
import type { MatchQuestion } from '@almanac/core/matching';
import { type PackagePlan, planning } from '@almanac/core/remediation';
import { inSlices } from '../../platform/in-slices.ts';
import type { KeyedQuestion } from '../packages/judge-many.ts';
import type { MatchDeps } from '../packages/judge-packages.ts';
import { loadAttribute } from './carried-subjects.ts';
import { loadIssueRatings } from './ratings.ts';
import { loadStatedSubjects } from './stated-subjects.ts';

/** Installed versions that one answer gives advice on; what is beyond is not checked. */
const MAX_ADVISED = 300;
const MAX_ATTRIBUTES = 40;
/** Packages that are loaded together. */
const PAGE_SIZE = 50;

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
  const planned = [...(await planStated(deps, wanted)), ...(await planCarried(deps, wanted))].filter(
    ({ plan }) => plan.verdict === 'affected',
  );
  const findings = planned.flatMap(({ plan }) => [...plan.clears, ...plan.stays]);
  const rate = await deps.databases.readWithFallback((db) => loadIssueRatings(db, findings));
  return new Map(
    planned.map(({ key, question: { ecosystem = null, package: name }, plan }) => [
      key,
      advisePackage({ ecosystem, name, plan }, rate),
    ]),
  );
}

async function planStated(deps: MatchDeps, questions: readonly KeyedQuestion[]): Promise<PlannedVersion[]> {
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
  const planned: PlannedVersion[] = [];
  for (let from = 0; from < packages.length; from += PAGE_SIZE) {
    const page = packages.slice(from, from + PAGE_SIZE);
    const { loaded } = await deps.databases.readWithFallback((db) => loadStatedSubjects(db, deps.documents, page));
    for (const [{ own }, known] of loaded) planned.push(...(await planVersions(deps, own, known)));
  }
  return planned;
}

async function planCarried(deps: MatchDeps, questions: readonly KeyedQuestion[]): Promise<PlannedVersion[]> {
  const byName = Map.groupBy(
    questions.filter(([, { ecosystem }]) => ecosystem == null),
    ([, { package: name }]) => name,
  );
  const planned: PlannedVersion[] = [];
  for (const [attribute, own] of [...byName].slice(0, MAX_ATTRIBUTES)) {
    deps.signal.throwIfAborted();
    const known = await loadAttribute(deps, attribute);
    if (known !== null) planned.push(...(await planVersions(deps, own, known)));
  }
  return planned;
}

async function planVersions(
  { signal }: Pick<MatchDeps, 'signal'>,
  questions: readonly KeyedQuestion[],
  { facts, held, meant }: PackageFacts,
): Promise<PlannedVersion[]> {
  const planned: PlannedVersion[] = [];
  for (const [key, question] of questions) {
    const plan = await inSlices(planning({ ...facts, question }, held, meant), signal);
    planned.push({ key, question, plan });
  }
  return planned;
}
