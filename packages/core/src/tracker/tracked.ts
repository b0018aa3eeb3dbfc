/** An issue of the tracker, as far as decisions need it. Times are ISO 8601, UTC. */
export interface IssueFacts {
  readonly number: number;
  readonly createdAt: string;
  /** Named in the title, or grouped by a list in the body. */
  readonly cves: readonly string[];
  /** Named elsewhere in the body alone. */
  readonly relatedCves: readonly string[];
}

/** A pull request to the collection. */
export interface PullFacts {
  readonly number: number;
  readonly state: 'open' | 'closed' | 'merged';
  /** The branch that it goes to. */
  readonly base: string | null;
  readonly createdAt: string;
  readonly mergedAt: string | null;
  readonly cves: readonly string[];
  /** Issues that its text says it closes. */
  readonly closes: readonly number[];
  /** The pull request that it brings to a release. */
  readonly backportOf: number | null;
  readonly reached: readonly ReachFacts[];
}

/** A merged pull request is contained in a branch or a channel. */
export interface ReachFacts {
  /** As the collection writes it: master, nixos-unstable. */
  readonly branch: string;
  readonly revision: string | null;
  /** When the channel moved to that revision. */
  readonly reachedAt: string | null;
}

/** The vulnerabilities that an issue is about: those of its title; where it names none, those of its body. */
export function listSubjects({ cves, relatedCves }: Pick<IssueFacts, 'cves' | 'relatedCves'>): readonly string[] {
  return cves.length > 0 ? cves : relatedCves;
}
