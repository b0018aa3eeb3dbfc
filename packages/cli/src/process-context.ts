/** A stream that is written to, and what is known of the terminal behind it. */
export interface Sink {
  readonly isTTY: boolean;
  /** Null where there is no terminal. */
  readonly columns: number | null;
  write(text: string): void;
}

/** All that a run has of the process around it: a test gives its own. */
export interface ProcessContext {
  readonly out: Sink;
  readonly err: Sink;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder from which paths are read. */
  readonly folder: string;
  readonly home: string;
  readonly version: string;
  readonly now: () => number;
  readonly uuid: () => string;
  /** Given when the run is to end. */
  readonly signal: AbortSignal;
}
