/** What a made-up record says at one time. */
export interface Telling {
  readonly number: number;
  /** Tells one revision of a record from another. */
  readonly mark: string;
  /** When the upstream says that it changed. */
  readonly changed: number;
  readonly withdrawn: boolean;
}

export type Fields = Readonly<Record<string, unknown>>;

export const cveId = (number: number) => `CVE-2026-${10_000 + number}`;

/** When made-up records were published. */
export const FIRST = '2026-01-05T00:00:00Z';
