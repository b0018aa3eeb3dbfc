/** Where snapshots are published: a folder, or a bucket. Paths are those of docs/snapshot-format.md. */
export interface SnapshotTarget {
  /** Null where there is no such file. */
  read(path: string): Promise<Uint8Array | null>;
  /** Whether there is a file of this length. */
  has(path: string, bytes: number): Promise<boolean>;
  /** A reader sees the file whole, as it is or as it was, at every moment. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** All that was written before survives a crash. */
  settle(): Promise<void>;
  /** The objects, and what writes that were cut off have left. */
  objects(): AsyncIterable<KeptFile>;
  remove(path: string): Promise<void>;
  /** Removes what writes have left that were cut off before this time. */
  removeDrafts(before: Date): Promise<void>;
}

export interface KeptFile {
  readonly path: string;
  readonly modified: Date;
}
