import type { Coverage } from '@almanac/contract';
import type { EvidencedEntry, KnownExploitation, ScanOutcome } from '@almanac/core/scan';
import type { GivenFile } from './read-files.ts';

export interface Asked {
  /** Keyed by the purl that was sent. */
  readonly outcomes: ReadonlyMap<string, ScanOutcome>;
  /** Null if nothing was asked or answered. */
  readonly coverage: Coverage | null;
}

export interface AskedClosures extends Asked {
  /** In the same order; store paths have the packages found for them. */
  readonly files: readonly GivenFile[];
}

export interface AnsweringSnapshot {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly published: string;
  readonly expires: string;
}

export interface Answers {
  /** Null: the API. */
  readonly snapshot: AnsweringSnapshot | null;
  packages(purls: readonly string[], progress: (done: number, all: number) => void): Promise<Asked>;
  /** Components with more than a package URL; those without an outcome are asked about by purl. */
  evidenced(entries: readonly EvidencedEntry[]): Promise<Asked>;
  /** Identifies store paths and judges their packages. */
  closures(files: readonly GivenFile[]): Promise<AskedClosures>;
  exploitation(
    cves: readonly string[],
    progress: (done: number, all: number) => void,
  ): Promise<ReadonlyMap<string, KnownExploitation>>;
}
