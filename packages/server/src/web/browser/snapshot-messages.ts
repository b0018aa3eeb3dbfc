import type { Coverage, PurlAnswer } from '@almanac/contract';
import type { MatchProof, MatchResult } from '@almanac/core/matching';
import type { KnownExploitation } from '@almanac/core/scan';
import type { TreeHead } from '@almanac/core/snapshots';

/** The page supplies the time. */
export interface Opening {
  readonly address: string;
  /** The trusted verifier key. */
  readonly key: string;
  /** The last verified head of the log; null at first. */
  readonly verified: TreeHead | null;
  readonly now: number;
}

export interface AnsweringSnapshot {
  readonly origin: string;
  readonly published: string;
  readonly expires: string;
  /** The page keeps it for the next time. */
  readonly head: TreeHead;
}

export interface SnapshotAnswer {
  readonly snapshot: AnsweringSnapshot;
  readonly answers: readonly PurlAnswer[];
  readonly coverage: Coverage;
}

export interface ShownMatch {
  readonly id: string;
  readonly title: string;
  readonly proof?: MatchProof | undefined;
}

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

export interface Refusal {
  /** From `SNAPSHOT_PROBLEMS`; null for an internal error. */
  readonly code: string | null;
  readonly message: string;
}
