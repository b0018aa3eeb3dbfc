export interface Run {
  readonly signal: AbortSignal | undefined;
  readonly now: () => number;
  readonly userAgent: string;
  readonly onProgress?: ((progress: DownloadProgress) => void) | undefined;
  readonly onWait?: ((host: string, milliseconds: number) => void) | undefined;
}

export interface DownloadProgress {
  readonly unit: 'bytes' | 'files';
  readonly done: number;
  readonly all: number;
}
