/** What a cause comes to: both find it, one of them alone does, or it could not be told. */
type Side = 'both' | 'theirs' | 'ours' | 'unknown';

interface CauseMeaning {
  readonly id: string;
  readonly side: Side;
  /** A heading for the findings that have it. */
  readonly words: string;
}

/** Every reason why two scanners agree about a finding or do not; the list is closed. */
export const CAUSES = [
  cause('agree', 'both', 'Found by both.'),
  cause('agree_by_alias', 'both', 'Found by both, under different IDs.'),
  cause('suppressed_by_both', 'both', 'Found and suppressed by both.'),
  cause('decision', 'theirs', 'Suppressed by your decision.'),
  cause('version_excluded', 'theirs', 'A record about the package excludes the version.'),
  cause('patched', 'theirs', 'nixpkgs has a patch for it.'),
  cause('rejected', 'theirs', 'The CVE was rejected.'),
  cause('withdrawn', 'theirs', 'All its records were withdrawn.'),
  cause('other_package', 'theirs', 'Its records are about other packages.'),
  cause('unknown_id', 'theirs', 'No source has a record of it.'),
  cause('ignored_there', 'ours', 'Found by the other scanner, but ignored by its configuration.'),
  cause('elsewhere_in_report', 'ours', 'The report lists it for another package.'),
  cause('source_not_read', 'ours', 'Based on sources that the other scanner does not read.'),
  cause('not_in_report', 'ours', 'Missing from the report.'),
  cause('possible', 'unknown', 'A record may apply. Needs review.'),
  cause('undecided', 'unknown', 'Almanac could not determine this.'),
  cause('not_covered', 'unknown', 'No source covers this kind of package.'),
  cause('no_purl', 'unknown', 'The report gives no package URL.'),
  cause('not_asked', 'unknown', 'Could not be checked.'),
] as const satisfies readonly CauseMeaning[];

export type Cause = (typeof CAUSES)[number]['id'];

export function sideOf(id: Cause): Side {
  return CAUSES.find((each) => each.id === id)?.side ?? 'unknown';
}

/** How the records of a vulnerability are, whatever package they name. */
export type RecordStatus = 'published' | 'rejected' | 'withdrawn' | 'unknown' | 'not_asked';

/** What is known of a finding of the report. */
export interface TheirFacts {
  /** Whether the report itself ignores it. */
  readonly isIgnored: boolean;
  /** How the package could be asked about. */
  readonly asked: 'ok' | 'no_purl' | 'not_covered' | 'failed';
  /** The finding of Almanac under any of the ids; null: none. */
  readonly ours: {
    readonly status: 'affected' | 'possible' | 'fixed_by_patch';
    readonly isSuppressed: boolean;
    /** Whether the report names the id under which Almanac has it. */
    readonly isSameId: boolean;
  } | null;
  /** Whether a record about the package clears the version. */
  readonly isCleared: boolean;
  readonly record: RecordStatus;
  /** Whether the records of the vulnerability name the package. */
  readonly isNamed: boolean;
  /** Whether the verdict about the package, or what was read for it, leaves something open. */
  readonly isOpen: boolean;
}

/** Why Almanac agrees with a finding of a report, or does not. Null: the report ignores what Almanac does not find either. */
export function causeOfTheirs(facts: TheirFacts): Cause | null {
  const { isIgnored, asked, ours, isCleared, record, isNamed, isOpen } = facts;
  if (ours !== null && ours.status === 'affected') {
    if (ours.isSuppressed) return isIgnored ? 'suppressed_by_both' : 'decision';
    if (isIgnored) return 'ignored_there';
    return ours.isSameId ? 'agree' : 'agree_by_alias';
  }
  if (isIgnored) return null;
  if (ours !== null) return ours.status === 'fixed_by_patch' ? 'patched' : ours.isSuppressed ? 'decision' : 'possible';
  if (asked === 'no_purl') return 'no_purl';
  if (asked === 'failed') return 'not_asked';
  if (isCleared) return 'version_excluded';
  if (record === 'rejected' || record === 'withdrawn') return record;
  if (asked === 'not_covered') return 'not_covered';
  if (record === 'unknown') return 'unknown_id';
  if (isOpen) return 'undecided';
  if (record !== 'published') return 'not_asked';
  return isNamed ? 'version_excluded' : 'other_package';
}

/** What is known of a finding of Almanac that the report does not have for the package. */
export interface OurFacts {
  readonly scannerReads: (source: string) => boolean;
  readonly sources: readonly string[];
  /** Whether the report has the vulnerability for another package. */
  readonly isElsewhere: boolean;
}

/** Why Almanac finds what a report does not have. */
export function causeOfOurs({ scannerReads, sources, isElsewhere }: OurFacts): Cause {
  if (isElsewhere) return 'elsewhere_in_report';
  return sources.length > 0 && !sources.some(scannerReads) ? 'source_not_read' : 'not_in_report';
}

function cause<const Id extends string>(id: Id, side: Side, words: string) {
  return { id, side, words } as const;
}
