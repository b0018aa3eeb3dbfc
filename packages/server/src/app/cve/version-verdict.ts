import { type AffectedPackage, chooseSubject, type Dossier, targetOf, versionSubjects } from '@almanac/core/dossier';
import { type ClearedVulnerability, worstVerdict } from '@almanac/core/matching';
import { askProduct } from '@almanac/core/ranges';
import type { Moment } from '../../queries/affected-valid-at.ts';
import type { VersionVerdict } from '../../web/cve/model.ts';
import { judgePackage, type MatchDeps } from '../packages/judge-packages.ts';

/** What somebody asks on the page of a CVE: a version, and of what; null: of the first that has one. */
export interface VersionQuestion {
  readonly target: string | null;
  readonly version: string;
}

/** Whether one version is affected by one CVE: packages as `/purl?cve=` judges them, products by what the records of the CVE say. */
export async function versionVerdict(
  deps: MatchDeps,
  dossier: Dossier,
  { target, version }: VersionQuestion,
  moment: Moment | null,
): Promise<VersionVerdict | null> {
  const subject = chooseSubject(versionSubjects(dossier.canonical), target);
  if (subject === undefined) return null;
  const { ecosystem, name } = subject;
  const about = { target: targetOf(subject), name, version };
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
    fixedIn: match?.fixedIn ?? null,
    reason: verdict === 'affected' ? null : verdict === 'unknown' ? verdictReason : clearedBy(cleared, verdictReason),
  };
}

/** The bound that clears it says more than that no record applies. */
function clearedBy([first]: readonly ClearedVulnerability[], verdictReason: string): string {
  const bound = first?.by.evaluation.proof.bound;
  return bound?.type === 'fixed' ? `It has the fix of ${bound.version}.` : verdictReason;
}

function productVerdict(
  { evidence }: Dossier,
  { vendor, name }: AffectedPackage,
  version: string,
): Pick<VersionVerdict, 'verdict' | 'range' | 'fixedIn' | 'reason'> {
  const said = askProduct(
    evidence.claims.flatMap(({ assertion }) => (assertion.subject.ecosystem === null ? [assertion] : [])),
    { vendor, product: name, version },
  );
  const { verdict } = worstVerdict(said.map((each) => ({ verdict: each.verdict, unknownReasons: [] })));
  const proof = said.find((each) => each.verdict === verdict)?.proof;
  // Of a product that is affected unless exempt, the bounds are those of the exemptions.
  const range = proof?.reason === 'in_range' ? proof : null;
  return {
    verdict,
    range: verdict === 'affected' ? (range?.range?.words ?? null) : null,
    fixedIn: range?.bound?.type === 'fixed' ? range.bound.version : null,
    reason: verdict === 'affected' ? null : (proof?.overturn ?? null),
  };
}
