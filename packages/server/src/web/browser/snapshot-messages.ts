import type { Coverage, PurlAnswer } from '@almanac/contract';
import type { MatchProof, MatchResult } from '@almanac/core/matching';
import type { KnownExploitation } from '@almanac/core/scan';
import type { TreeHead } from '@almanac/core/snapshots';

/** Which snapshot is read, and what it must continue. The time comes from the page. */
export interface Opening {
  readonly address: string;
  /** The verifier key that is trusted. */
  readonly key: string;
  /** The head of the log that was verified last; null: none yet. */
  readonly verified: TreeHead | null;
  readonly now: number;
}

/** The snapshot that answers come from. */
export interface AnsweringSnapshot {
  readonly origin: string;
  readonly published: string;
  readonly expires: string;
  /** To be kept for the next time. */
  readonly head: TreeHead;
}

export interface SnapshotAnswer {
  readonly snapshot: AnsweringSnapshot;
  readonly answers: readonly PurlAnswer[];
  readonly coverage: Coverage;
}

/** A match with its evidence. */
export interface ShownMatch {
  readonly id: string;
  readonly title: string;
  readonly proof?: MatchProof | undefined;
}

/** Why a verdict is what it is. */
export interface SnapshotProof extends Pick<MatchResult, 'verdict' | 'verdictReason'> {
  readonly matches: readonly ShownMatch[];
  readonly coverage: Coverage;
}

export type SnapshotOrder = { readonly opening: Opening } & (
  | { readonly kind: 'ask'; readonly purls: readonly string[] }
  | { readonly kind: 'exploitation'; readonly ids: readonly string[] }
  | { readonly kind: 'proof'; readonly purl: string }
);

export type SnapshotDelivery =
  | { readonly kind: 'progress'; readonly done: number }
  | { readonly kind: 'ask'; readonly answer: SnapshotAnswer }
  | { readonly kind: 'exploitation'; readonly known: ReadonlyMap<string, KnownExploitation> }
  | { readonly kind: 'proof'; readonly proof: SnapshotProof }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Nothing was answered, and why. */
export interface Refusal {
  /** Of `SNAPSHOT_PROBLEMS`; null: a mistake of ours. */
  readonly code: string | null;
  readonly message: string;
}
