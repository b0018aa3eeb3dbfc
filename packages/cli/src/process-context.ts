export interface Sink {
  readonly isTTY: boolean;
  /** Null without a terminal. */
  readonly columns: number | null;
  write(text: string): void;
}

/** The parts of its process that a run uses; tests pass their own. */
export interface ProcessContext {
  readonly out: Sink;
  readonly err: Sink;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  readonly home: string;
  readonly version: string;
  readonly now: () => number;
  readonly uuid: () => string;
  /** Aborted when the run must end. */
  readonly signal: AbortSignal;
}
