import type { Match, PackageVerdict, UnknownReason } from '@almanac/core/matching';

/** What a CVE comes to for one package of the collection in one channel. */
export interface CollectionVerdict {
  readonly attribute: string;
  readonly channel: string;
  readonly version: string | null;
  readonly verdict: PackageVerdict;
  readonly unknownReasons: readonly UnknownReason[];
  /** Of the match; null where nothing matches. */
  readonly confidence: Match['confidence'] | null;
  readonly fixedIn: string | null;
  /** Why, in a sentence. */
  readonly reason: string;
}
