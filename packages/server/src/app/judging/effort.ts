/** What is done for somebody: what ends it, and who is told how much it is. */
export interface Effort {
  readonly signal?: AbortSignal | undefined;
  /** Told of entries that are evaluated and records that are read; a document counts as several. */
  readonly evaluated?: ((entries: number) => void) | undefined;
}

/** Entries that are evaluated in the time in which a document is unpacked and read. */
export const ENTRIES_A_DOCUMENT = 5;
