import { type AdviceSubject, advisePackage, type PackageAdvice } from '@almanac/core/advice';
import { chooseSubject, type Dossier, formatTarget, listVersionSubjects } from '@almanac/core/dossier';
import { type ClearedVulnerability, worstVerdict } from '@almanac/core/matching';
import { askProduct } from '@almanac/core/ranges';
import { planForAdvice } from '@almanac/core/remediation';
import type { Moment } from '../../queries/affected-valid-at.ts';
import type { LoadedJudgement } from '../advice/judge-subjects.ts';
import { loadIssueRatings } from '../advice/ratings.ts';
import { judgePackage, type MatchDeps } from '../packages/judge-packages.ts';
import type { VersionVerdict } from './page.ts';

/** A version that somebody asks about on the page of a CVE, and of what; null: of the first subject. */
export interface VersionQuestion {
  readonly target: string | null;
  readonly version: string;
}

/** Decides whether a CVE affects one version: packages as `/purl?cve=` judges them, products by what the records of the CVE say. */
export async function versionVerdict(
  deps: MatchDeps,
  dossier: Dossier,
  { target, version }: VersionQuestion,
  moment: Moment | null,
  facts: LoadedJudgement['facts'],
): Promise<VersionVerdict | null> {
  const subject = chooseSubject(listVersionSubjects(dossier), target);
  if (subject === undefined) return null;
  const { ecosystem, name } = subject;
  const advice = moment === null ? await adviseVersion(deps, subject, version, facts) : null;
  const about = { target: formatTarget(subject), name, version, advice };
  if (ecosystem === null) return { ...about, ...productVerdict(dossier, subject, version) };
  const { result } = await judgePackage(
    deps,
    { package: name, version, ecosystem },
    { at: moment?.at ?? null, clock: moment?.clock, vulnerability: new Set([dossier.canonical.id]) },
  );
  const { verdict, verdictReason, matches, otherMatches, cleared } = result;
  const [match] = [...matches, ...otherMatches];
  return {
    ...about,
    verdict,
    range: verdict === 'affected' ? (match?.affectedInWords ?? null) : null,
    reason: verdict === 'affected' ? null : verdict === 'unknown' ? verdictReason : clearedBy(cleared, verdictReason),
  };
}

/** Advises on a version of a package that was judged for the page; null where it was not, or nothing is known to affect it. */
async function adviseVersion(
  { databases }: MatchDeps,
  subject: AdviceSubject,
  version: string,
  judged: LoadedJudgement['facts'],
): Promise<PackageAdvice | null> {
  const known = judged.get(subject);
  if (known === undefined) return null;
  const { facts, held, records } = known;
  const plan = planForAdvice({ ...facts, question: { ...facts.question, version } }, held, records);
  if (plan.verdict !== 'affected') return null;
  const rate = await databases.readWithFallback((db) => loadIssueRatings(db, [...plan.clears, ...plan.stays]));
  return advisePackage({ ecosystem: subject.ecosystem, name: subject.name, plan }, rate);
}

/** The bound that clears a version says more than that no record applies. */
function clearedBy([first]: readonly ClearedVulnerability[], verdictReason: string): string {
  const bound = first?.by.evaluation.proof.bound;
  return bound?.type === 'fixed' ? `Fixed in ${bound.version}.` : verdictReason;
}

function productVerdict(
  { evidence }: Dossier,
  { vendors, name }: AdviceSubject,
  version: string,
): Pick<VersionVerdict, 'verdict' | 'range' | 'reason'> {
  const assertions = evidence.claims.flatMap(({ assertion }) =>
    assertion.subject.ecosystem === null ? [assertion] : [],
  );
  const stated = (vendors.length === 0 ? [null] : vendors).flatMap((vendor) =>
    askProduct(assertions, { vendor, product: name, version }),
  );
  const { verdict } = worstVerdict(stated.map((each) => ({ verdict: each.verdict, unknownReasons: [] })));
  const proof = stated.find((each) => each.verdict === verdict)?.proof;
  return {
    verdict,
    // The bounds of a product that is affected unless exempt are those of the exemptions.
    range: verdict === 'affected' && proof?.reason === 'in_range' ? (proof.range?.words ?? null) : null,
    reason: verdict === 'affected' ? null : (proof?.overturn ?? null),
  };
}
