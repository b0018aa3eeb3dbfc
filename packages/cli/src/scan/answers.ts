import type { Coverage } from '@almanac/contract';
import type { EvidencedEntry, KnownExploitation, ScanOutcome } from '@almanac/core/scan';
import type { GivenFile } from './read-files.ts';

export interface Asked {
  /** By purl as it was asked about. */
  readonly outcomes: ReadonlyMap<string, ScanOutcome>;
  /** Null where nothing was asked or answered. */
  readonly coverage: Coverage | null;
}

export interface AskedClosures extends Asked {
  /** In their order, those of store paths with the packages that were found for them. */
  readonly files: readonly GivenFile[];
}

/** The snapshot that answers come from. */
export interface AnsweringSnapshot {
  readonly origin: string;
  /** Of the log. */
  readonly size: number;
  readonly root: string;
  readonly published: string;
  readonly expires: string;
}

/** Whom a scan asks: the API, or a snapshot on this machine. */
export interface Answers {
  /** Null: the API. */
  readonly snapshot: AnsweringSnapshot | null;
  packages(purls: readonly string[], progress: (done: number, all: number) => void): Promise<Asked>;
  /** Components that are judged by more than their package URLs; what is not among the outcomes is asked about by these. */
  evidenced(entries: readonly EvidencedEntry[]): Promise<Asked>;
  /** Of the files those of store paths: which packages they are, and what is known of these. */
  closures(files: readonly GivenFile[]): Promise<AskedClosures>;
  exploitation(
    cves: readonly string[],
    progress: (done: number, all: number) => void,
  ): Promise<ReadonlyMap<string, KnownExploitation>>;
}
