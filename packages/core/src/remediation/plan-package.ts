import type { MatchFacts, MeantRecord } from '../matching/facts.ts';
import type { Match } from '../matching/match.ts';
import { matchPackage, recordsMeant } from '../matching/match-package.ts';
import { identityContext } from '../matching/resolve/identity.ts';
import { freeform } from '../ranges/freeform.ts';
import { getScheme } from '../versions/ecosystems.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import { findCandidates } from './candidates.ts';
import type { Choice, OpenFinding, Search } from './choose.ts';
import { findLastAffected, findOpen, findTarget, findUnproven } from './find-target.ts';
import { type Judge, openJudge, openRecords, type PackageRecords, type Vulnerability } from './judge.ts';
import { crossesMajor } from './major.ts';
import { matchedAt } from './matched-at.ts';
import type { Alternative, NamedVersion, PackagePlan, PlanFinding, StayingFinding } from './model.ts';
import { firstPast, type Obstacle } from './obstacles.ts';
import { proofOf, wordsOf } from './plan-proof.ts';
import { because, explainStaying } from './stays.ts';

/**
 * The plan for one package: the smallest version that evidence names at which nothing that is known of the package holds or
 * is in doubt. `facts` are those of matching, with the current version in the question, and with every entry about the
 * package, also those that surely do not hold for the current version. `held` are versions that others than records name:
 * what the collection or a version aggregator holds. The rules stand in docs/remediation.md.
 */
export function planPackage(
  facts: MatchFacts,
  held: readonly NamedVersion[] = [],
  known?: PackageRecords,
  isWhole = true,
): PackagePlan {
  const current = facts.question.version;
  const order = findOrder(facts);
  if (current === null || order === null || !order.isValid(current)) return unordered(facts, order);
  const records = known ?? openRecords(recordsMeant(facts));
  const { meant } = records;
  const judge = openJudge(facts, records);
  const open = judge.vulnerabilities.filter((each) => !each.patched);
  const stated = findOpen(judge, open, current);
  const rejected = findOpen(judge, judge.rejected, current);
  const unclear = [...stated, ...rejected].map(({ vulnerability }) => vulnerability);
  const { verdict, verdictReason, matches, otherMatches } = matchedAt(facts, current, unclear, meant);
  const said = { current, verdict, verdictReason };
  const findings = [...stated, ...unversioned(unclear, [...matches, ...otherMatches])];
  const staysRejected = rejected.map((finding) => Object.assign(shown(judge, finding, current), because('rejected')));
  const patchedAt = (version: string) => patchesAt(judge, [...matches, ...otherMatches], version);
  if (findings.length === 0) {
    const status = verdict === 'unknown' ? 'unknown' : 'clean';
    return { ...nothing({ ...said, status }), stays: staysRejected, patched: patchedAt(current) };
  }

  const candidates = findCandidates(current, order, judge.vulnerabilities, held);
  const { search, choice, prereleases } = findTarget({ judge, order, current, candidates, findings });
  const { others } = search;
  const target = choice.target?.version ?? null;
  const clears: PlanFinding[] = [];
  const stays: StayingFinding[] = [];
  const left: Vulnerability[] = [];
  const whyItStays = explainStaying(search, choice, { prereleases, current });
  for (const finding of findings) {
    const of = shown(judge, finding, current);
    if (target !== null && judge.stateAt(finding.vulnerability, target) === 'clear') {
      clears.push(of);
      continue;
    }
    left.push(finding.vulnerability);
    stays.push(Object.assign(of, whyItStays(finding)));
  }
  const opens: Vulnerability[] = [];
  for (const vulnerability of target === null ? [] : others) {
    if (judge.stateAt(vulnerability, target ?? current) !== 'clear') opens.push(vulnerability);
  }
  const alternatives = stays.length === 0 ? [] : alternativesOf(search, choice, prereleases);
  return {
    ...said,
    status: target === null ? 'no_fix' : stays.length === 0 ? 'fix' : 'partial',
    target,
    namedBy: choice.target?.by ?? null,
    crossesMajor: target === null ? null : crossesMajor(order, current, target),
    clears,
    opens: opens.map(({ id }) => id),
    stays: [...stays, ...staysRejected],
    patched: patchedAt(target ?? current),
    alternatives,
    beyond: stays.some(({ state }) => state === 'holds') ? findLastAffected(judge, order) : null,
    candidates: candidates.versions.length + candidates.left,
    candidatesTried: choice.tried,
    atTarget:
      target === null || !isWhole ? null : verdictAt(facts, target, [...left, ...opens, ...judge.rejected], meant),
    proof:
      isWhole || target === null
        ? proofOf({ judge, order, findings, current, target, choice, others: others.length })
        : null,
  };
}

/** Plans without what advice never tells: the verdict at the target, and the proof if there is a target. */
export function planForAdvice(
  facts: MatchFacts,
  held: readonly NamedVersion[] = [],
  known?: PackageRecords,
): PackagePlan {
  return planPackage(facts, held, known, false);
}

/** Returns the order of the ecosystem; what the collection carries of no language is ordered as CVE records write versions. */
export function findOrder({ question, collection, speakers }: MatchFacts): VersionScheme | null {
  if (question.ecosystem != null) return getScheme(question.ecosystem).scheme;
  const { ecosystem } = identityContext(question, collection, speakers);
  return ecosystem === null ? freeform : getScheme(ecosystem).scheme;
}

/** Without a version, or an order that can read it, no other can be called later. */
function unordered(facts: MatchFacts, order: VersionScheme | null): PackagePlan {
  const { ecosystem, version: current } = facts.question;
  const { verdict, verdictReason } = matchPackage(facts);
  const said = { status: 'unknown', current, verdict } as const;
  if (current === null) return nothing({ ...said, verdictReason });
  const why = order === null && ecosystem != null ? getScheme(ecosystem).reason : null;
  const unreadable = `${current} is not a valid version in this ecosystem, so later versions cannot be determined`;
  return nothing({ ...said, verdictReason: why ?? unreadable });
}

/** What the collection or its tracker says without a record that gives versions: no version clears it. */
function unversioned(stated: readonly Vulnerability[], matches: readonly Match[]): OpenFinding[] {
  const known = new Set(stated.map(({ id }) => id));
  return matches.flatMap(({ id, aliases, status, proof }): OpenFinding[] => {
    const isByRecords = proof.evidence.every(({ kind }) => kind === 'record');
    if (status === 'fixed_by_patch' || isByRecords || known.has(id)) return [];
    const state = status === 'affected' ? 'holds' : 'undecided';
    const untold = { records: [], patched: false, isRejected: false, rejections: [], weight: 0 };
    return [{ vulnerability: { key: `matched ${id}`, id, aliases, ...untold }, state }];
  });
}

/** What the collection fixes by a patch: by the records, which tell whether the patch has to stay, or by the tracker alone. */
function patchesAt(
  { vulnerabilities, stateAt }: Judge,
  matches: readonly Match[],
  version: string,
): PackagePlan['patched'] {
  const patched = vulnerabilities.filter((each) => each.patched);
  const known = new Set(patched.map(({ id }) => id));
  const tracked = matches.filter(({ id, status }) => status === 'fixed_by_patch' && !known.has(id));
  return [
    ...patched.map((each) => ({ id: each.id, needed: stateAt(each, version) !== 'clear' })),
    ...tracked.map(({ id }) => ({ id, needed: true })),
  ];
}

function shown(judge: Judge, { vulnerability, state }: OpenFinding, current: string): PlanFinding {
  const { id, aliases } = vulnerability;
  return { id, aliases, state, affectedVersions: wordsOf(judge.outcomesAt(vulnerability, current)) };
}

/** What may be wanted where nothing is proven to clear all: a version at which nothing is known to hold, and a pre-release. */
function alternativesOf(search: Search, choice: Choice, prereleases: readonly NamedVersion[]): Alternative[] {
  if (choice.exhausted) return [];
  const { judge, findings, others } = search;
  const all = [...findings.map(({ vulnerability }) => vulnerability), ...others];
  const found: Alternative[] = [];
  const unproven = findUnproven(search);
  if (unproven !== null && unproven.version !== choice.target?.version) {
    const undecided = all.flatMap((each) => (judge.stateAt(each, unproven.version) === 'clear' ? [] : [each.id]));
    found.push({ version: unproven.version, namedBy: unproven.by, kind: 'unproven', undecided });
  }
  const obstacles = all.map((vulnerability): Obstacle => ({ vulnerability, tolerates: 'nothing', opens: false }));
  const { target: prerelease } = firstPast(judge, prereleases, obstacles);
  if (prerelease !== null) {
    found.push({ version: prerelease.version, namedBy: prerelease.by, kind: 'prerelease', undecided: [] });
  }
  return found;
}

function verdictAt(
  facts: MatchFacts,
  version: string,
  unclear: readonly Vulnerability[],
  meant: readonly MeantRecord[],
): PackagePlan['atTarget'] {
  const { verdict, verdictReason } = matchedAt(facts, version, unclear, meant);
  return { verdict, reason: verdictReason };
}

function nothing(said: Pick<PackagePlan, 'status' | 'current' | 'verdict' | 'verdictReason'>): PackagePlan {
  return {
    ...said,
    target: null,
    namedBy: null,
    crossesMajor: null,
    clears: [],
    opens: [],
    stays: [],
    patched: [],
    alternatives: [],
    beyond: null,
    candidates: 0,
    candidatesTried: 0,
    atTarget: null,
    proof: null,
  };
}
