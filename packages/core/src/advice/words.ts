import { joinWords, shortened } from '../records/text.ts';
import type {
  AdviceAction,
  AdvisedTarget,
  ComponentAdvice,
  RatedIssue,
  RejectedVersion,
  SubjectAdvice,
} from './model.ts';

/** Release lines and vulnerabilities that fit a sentence. */
const MAX_NAMED = 3;

/** `CVE-2021-45046 (critical, exploited)`. */
export function describeIssue({ id, severity, kev }: RatedIssue): string {
  const words = [...(severity === null ? [] : [severity]), ...(kev ? ['exploited'] : [])];
  return words.length === 0 ? id : `${id} (${words.join(', ')})`;
}

/** `CVE-2021-45046 (critical, exploited) and 2 more`. */
export function describeIssues(issues: readonly RatedIssue[], most = MAX_NAMED): string {
  const named = issues.slice(0, most).map(describeIssue);
  return joinWords(issues.length > most ? [...named, `${issues.length - most} more`] : named);
}

/** `2.15.0 fixes this one but has CVE-2021-45046 (critical, exploited).` */
export function describeRejected(version: string, because: readonly RatedIssue[], undecided: number): string {
  if (because.length > 0) return `${version} fixes this one but has ${describeIssues(because, 2)}.`;
  const records = undecided === 1 ? 'a record' : `${undecided} records`;
  return `${version} fixes this one, but ${records} about it cannot be evaluated.`;
}

/** `Upgrade log4j-core to 2.17.1 (or 2.12.4, 2.3.2).`, `Upgrade FortiOS beyond 7.4.2 (or to 5.6.8).` */
export function describeUpgrade(
  name: string,
  targets: readonly Pick<AdvisedTarget, 'version'>[],
  beyond: string | null,
): string {
  const versions = targets.map(({ version }) => version);
  const others = beyond === null ? versions.slice(1) : versions;
  const named = others.slice(0, MAX_NAMED);
  const more = others.length > named.length ? [`${others.length - named.length} more`] : [];
  const lines = named.length === 0 ? '' : ` (or ${beyond === null ? '' : 'to '}${[...named, ...more].join(', ')})`;
  return `Upgrade ${name} ${beyond === null ? `to ${versions[0] ?? ''}` : `beyond ${beyond}`}${lines}.`;
}

/** Names what a target leaves open, and whether anything was checked at all. */
export function describeTarget({ version, remaining, undecided, checked }: AdvisedTarget): string {
  if (!checked) return `${version} was not checked for other vulnerabilities.`;
  if (remaining.length > 0) {
    return `${version} still has ${describeIssues(remaining)}; no better version is known.`;
  }
  return undecided === 0 ? '' : `Not all records about it can be evaluated at ${version}.`;
}

/** `Leave 5.6.0 and 5.6.1; no other version is affected.` */
export function describeLeaving(name: string, versions: readonly string[]): string {
  return `Move off ${name} ${joinWords(versions)}; no other version is affected.`;
}

/** What the reader should know about a subject beside what to do. */
export function describeDetails({ targets, rejected }: Pick<SubjectAdvice, 'targets' | 'rejected'>): string[] {
  const [target] = targets;
  const [refused] = rejected;
  return [
    ...(target === undefined ? [] : [describeTarget(target)]),
    ...(refused === undefined ? [] : [refused.sentence]),
  ].filter((sentence) => sentence !== '');
}

/** Returns what people call it: `org.apache.logging.log4j:log4j-core` → `log4j-core`, Go’s `stdlib` → `Go`. */
export function shortenName({ ecosystem, name }: { readonly ecosystem: string | null; readonly name: string }): string {
  if (ecosystem === 'Go' && (name === 'stdlib' || name === 'toolchain')) return 'Go';
  const short = ecosystem?.startsWith('Maven') === true ? name.slice(name.lastIndexOf(':') + 1) : name;
  return shortened(short, 120);
}

export function rejectVersion(version: string, because: readonly RatedIssue[], undecided: number): RejectedVersion {
  return { version, because, sentence: describeRejected(version, because, undecided) };
}

/** Says what to do about a component; where nobody judged it, that nothing was checked. */
export function describeNext(advice: Pick<ComponentAdvice, 'sentence'> | null): string {
  return advice?.sentence ?? 'Upgrade target not checked.';
}

/** Fits a column of a table: `2.17.1`, `3.0.0 (new major)`, `no fix known`. */
export function describeTargetBriefly(
  advice: Pick<ComponentAdvice, 'action' | 'target' | 'crossesMajor'> | null,
): string {
  if (advice === null) return 'not checked';
  if (advice.target !== null) return advice.crossesMajor === true ? `${advice.target} (new major)` : advice.target;
  return BRIEF_ACTIONS[advice.action];
}

const BRIEF_ACTIONS: Readonly<Record<AdviceAction, string>> = {
  upgrade: 'a later version',
  leave_versions: 'use another version',
  apply_patch: 'patch only',
  mitigate: 'no fix known',
  wait: 'no fix known',
  nothing: '',
  review: 'needs review',
};

/** For a person to decide: others would not install it. */
export function describePreRelease(name: string, version: string): string {
  return `Only a pre-release of ${name} fixes it: ${version}. Needs review.`;
}
