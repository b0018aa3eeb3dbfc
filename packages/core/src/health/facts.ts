import type { Rating } from '../scores/rating.ts';

/** A vulnerability that is open in a package, and who says so. */
export interface OpenVulnerability {
  readonly id: string;
  readonly severity: Rating | null;
  /** 0 to 1; null: not scored. */
  readonly epss: number | null;
  /** The KEV catalogue lists it. */
  readonly kev: boolean;
  /** `record`: a record holds for the version; `collection`: the collection's own data; `tracker`: an open issue. */
  readonly basis: 'record' | 'collection' | 'tracker';
  /** The record, attribute or issue. */
  readonly by: string;
}

/** What the health of a package is judged by. What is not known is null, never a good guess. */
export interface HealthFacts {
  readonly vulnerabilities: {
    readonly open: readonly OpenVulnerability[];
    /** Records that could not be evaluated for the version. */
    readonly undecided: number;
    /** A source knows the package under an identity that the collection states, and the version is known. */
    readonly judged: boolean;
  };
  readonly timeToFix: {
    readonly fixed: number;
    readonly issues: number;
    readonly medianDays: number | null;
    /** The longest that an issue was watched: a median that was not reached is greater. */
    readonly watchedDays: number;
  };
  readonly version: {
    readonly version: string | null;
    /** The newest that somebody names; null: nobody is known to name one. */
    readonly newest: { readonly version: string; readonly by: 'repology' | 'channel' | 'record' } | null;
  };
  readonly lastUpdate: {
    /** Days since its version last changed; null: that was before it was watched. */
    readonly days: number | null;
    /** It has been watched for so many days without a change. */
    readonly unchangedDays: number | null;
  };
  /** Null: the collection does not carry it. */
  readonly maintainers: number | null;
}
