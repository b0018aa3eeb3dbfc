import { isExact } from '../matching/decide/confidence.ts';
import type { PackageVerdict } from '../matching/decide/verdict.ts';
import type { Match } from '../matching/match.ts';
import { matchesById } from '../matching/match.ts';

/** What is known of a package in one version. */
export interface JudgedVersion {
  readonly version: string;
  readonly verdict: PackageVerdict;
  readonly verdictReason: string;
  /** With a CVE id or without. */
  readonly matches: readonly Match[];
  /** Whether everything that is said of the package was looked at. */
  readonly complete: boolean;
}

/** A stable channel that carries the package. */
export interface StableVersion {
  readonly channel: string;
  /** The branch that it is made of: `release-25.05`. */
  readonly branch: string;
  readonly attribute: string;
  readonly judged: JudgedVersion;
  /** CVEs that it has patches for there. */
  readonly patched: readonly string[];
}

/** What affects a stable channel, and was not mended there, of these. */
export function affectingStable({ judged, patched }: StableVersion, cves: ReadonlySet<string>): readonly Match[] {
  const mended = new Set(patched);
  return affecting(judged).filter((match) => namesAny(match, cves) && !namesAny(match, mended));
}

/** What storage knows of a package that a diff changes. Gathered for the rules, which ask nobody. */
export interface ChangeFacts {
  /** The attribute in the collection; null where it has none of this name. */
  readonly attribute: string | null;
  /** The version before and after; null where the diff does not show it. */
  readonly old: JudgedVersion | null;
  readonly new: JudgedVersion | null;
  /** CVEs that the collection's package carries patches for. */
  readonly patched: readonly string[];
  /** CVEs that the collection's package declares as known. */
  readonly declared: readonly string[];
  readonly stable: readonly StableVersion[];
  /** The version that the advice recommends; null where it names none, or none is needed. */
  readonly clearing: JudgedVersion | null;
  /** The advice on the new version, as a sentence; null if nothing affects it or it was not checked. */
  readonly advice: string | null;
  /** False: more entries of the collection go by its names than were read. */
  readonly carriedComplete: boolean;
}

/** What affects a version by the judgement: only this counts against a change. What is possible is left to whoever reads the verdict. */
export function affecting(judged: JudgedVersion | null): readonly Match[] {
  return (judged?.matches ?? []).filter(({ status }) => status === 'affected');
}

/** What holds for a version by its records, whether or not a patch has mended it. */
export function holding(judged: JudgedVersion | null): readonly Match[] {
  return (judged?.matches ?? []).filter(holds);
}

export function namesAny({ id, aliases }: Match, ids: ReadonlySet<string>): boolean {
  return ids.has(id) || aliases.some((alias) => ids.has(alias));
}

/** Whether records hold for the version before, and none of them for the one after. */
export function shownFixed(facts: ChangeFacts | null): (id: string) => boolean {
  const { old = null, new: after = null } = facts ?? {};
  if (old === null || after === null || !after.complete || old.version === after.version) return () => false;
  const [before, now] = [matchesById(old.matches), matchesById(after.matches)];
  return (id) => {
    const match = before.get(id);
    return match !== undefined && holds(match) && !now.has(id);
  };
}

function holds({ status, proof }: Match): boolean {
  if (status === 'affected') return true;
  const held = proof.evidence.some(
    (each) => each.kind === 'record' && each.evaluation.verdict === 'affected' && isExact(each.identity),
  );
  return status === 'fixed_by_patch' && held;
}
