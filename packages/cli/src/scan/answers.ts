import type { Coverage } from '@almanac/contract';
import type { KnownExploitation, ScanOutcome } from '@almanac/core/scan';

export interface Asked {
  /** By purl as it was asked about. */
  readonly outcomes: ReadonlyMap<string, ScanOutcome>;
  /** Null where nothing was asked or answered. */
  readonly coverage: Coverage | null;
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
  exploitation(
    cves: readonly string[],
    progress: (done: number, all: number) => void,
  ): Promise<ReadonlyMap<string, KnownExploitation>>;
}
