/** What reading and keeping snapshots needs of a run. */
export interface Run {
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
  readonly userAgent: string;
  /** Called while bytes or files are downloaded. */
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  /** Called before each wait for a publisher that does not answer. */
  readonly onWait?: ((host: string, milliseconds: number) => void) | undefined;
}

export interface DownloadProgress {
  readonly unit: 'bytes' | 'files';
  readonly done: number;
  readonly all: number;
}
