/** The caller supplies everything, including time and ID, so that exports are reproducible. */
export interface ExportAbout {
  /** RFC 3339. */
  readonly timestamp: string;
  readonly toolVersion: string;
  /** The address of the service that answered, without a slash at the end. */
  readonly site: string;
  /** An address or URN that no other document has, such as `urn:uuid:…`. */
  readonly documentId: string;
  /** The name of the file that was examined; null where it has none. */
  readonly fileName: string | null;
  /** The lines of places that do not say their line themselves. */
  readonly lines?: ReadonlyMap<string, number> | undefined;
}
