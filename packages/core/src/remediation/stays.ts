import type { RecordOutcome } from '../matching/evaluate/deciding-entry.ts';
import type { Choice, OpenFinding, Search } from './choose.ts';
import { isSample } from './find-target.ts';
import { isInDoubt } from './judge.ts';
import type { NamedVersion, StayingReason } from './model.ts';

/** Every reason for which a finding stays, in the order in which they are tried. */
export const STAYING_REASONS: Readonly<Record<StayingReason, string>> = {
  rejected: 'its CVE was rejected',
  not_all_tried: 'the package has too many records to check every candidate',
  no_versions_stated: 'no versions are stated',
  fix_opens_another: 'a candidate fixes it, but has another or undecided finding',
  fix_clears_fewer: 'a candidate fixes it, but fewer of the others',
  fix_is_prerelease: 'only pre-releases fix it',
  release_not_named: 'the package URL names no distribution release',
  fixed_by_commit_only: 'only a fixing commit is named',
  only_commits: 'its ranges are commits',
  bound_unreadable: 'one of its bounds is not a valid version',
  undecidable: 'its versions cannot be compared with any candidate',
  malicious: 'the package is malicious: remove it',
  fix_not_named: 'no fixed version after its last affected one is named',
  no_fix_known: 'no fixed version is named',
};

export interface Staying {
  readonly reason: StayingReason;
  readonly why: string;
}

/** Returns what says why a finding is still there at the target, or why there is no target for it. */
export function explainStaying(
  search: Search,
  choice: Choice,
  { prereleases, current }: { readonly prereleases: readonly NamedVersion[]; readonly current: string },
): (finding: OpenFinding) => Staying {
  // One version mostly fixes many findings.
  const openedBy = new Map<string, string | null>();
  return (finding) => {
    const { vulnerability } = finding;
    if (choice.exhausted) return because('not_all_tried');
    if (vulnerability.records.length === 0) return because('no_versions_stated');
    const cleared = choice.hopeless.has(finding) ? null : firstClear(search, finding, search.candidates);
    if (cleared !== null) {
      let opened = openedBy.get(cleared);
      if (opened === undefined) openedBy.set(cleared, (opened = openedAt(search, cleared)));
      if (opened === null) return because('fix_clears_fewer', `${cleared} fixes it, but fewer of the others`);
      return because('fix_opens_another', `${cleared} fixes it, but may have ${opened}`);
    }
    const prerelease = firstClear(search, finding, prereleases);
    if (prerelease !== null) return because('fix_is_prerelease', `only a pre-release fixes it: ${prerelease}`);
    const highest = search.candidates.at(-1)?.version ?? current;
    return fromRecords(search.judge.outcomesAt(vulnerability, highest));
  };
}

function firstClear({ judge }: Search, { vulnerability }: OpenFinding, among: readonly NamedVersion[]): string | null {
  for (const { version } of among) {
    if (judge.stateAt(vulnerability, version) === 'clear') return version;
  }
  return null;
}

function openedAt({ judge, others, findings }: Search, version: string): string | null {
  for (const vulnerability of others) {
    if (judge.stateAt(vulnerability, version) !== 'clear') return vulnerability.id;
  }
  for (const { vulnerability, state } of findings) {
    if (state === 'undecided' && judge.stateAt(vulnerability, version) === 'holds') return vulnerability.id;
  }
  return null;
}

/** From what its records say of the highest version that is known. */
function fromRecords(outcomes: readonly RecordOutcome[]): Staying {
  const holding = outcomes.filter(({ verdict }) => verdict === 'affected');
  const doubt = outcomes.find((each) => isInDoubt(each));
  if (holding.length === 0 && doubt !== undefined) return fromDoubt(doubt);
  if (holding.some(({ id }) => id.startsWith('MAL-'))) return because('malicious');
  return because(holding.some(isOpenEnded) ? 'no_fix_known' : 'fix_not_named');
}

/** Reports whether it holds by default, by a range that goes on, or for versions beside which nothing is known of others. */
function isOpenEnded({ evaluation: { proof }, assertion }: RecordOutcome): boolean {
  if (proof.reason === 'default_status' || isSample(assertion)) return true;
  return assertion.claims.some((claim) => claim.type === 'range' && claim.intervals.some(({ to }) => to === null));
}

function fromDoubt({ evaluation: { proof, verdict }, assertion }: RecordOutcome): Staying {
  if (verdict === 'not_affected' || proof.reason === 'release_not_named') return because('release_not_named');
  if (proof.reason === 'git_without_graph') {
    const fixed = assertion.claims.some(
      (claim) => claim.type === 'git' && claim.events.some(({ type }) => type === 'fixed'),
    );
    return because(fixed ? 'fixed_by_commit_only' : 'only_commits');
  }
  if (proof.reason === 'bound_unreadable') return because('bound_unreadable', proof.overturn);
  if (proof.reason === 'nothing_stated' || proof.reason === 'version_unstated') {
    return because('no_versions_stated', proof.overturn);
  }
  return because('undecidable', proof.overturn);
}

export function because(reason: StayingReason, why: string = STAYING_REASONS[reason]): Staying {
  return { reason, why };
}
