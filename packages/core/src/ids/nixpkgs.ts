/** The code of an issue in the Nixpkgs security tracker: `NIXPKGS-YYYY-NNNN`. */
export interface NixpkgsIssueId {
  readonly year: number;
  readonly number: string;
}

const NIXPKGS = /^NIXPKGS-(\d{4})-(\d{4,10})$/i;

/** Reads a whole string as a Nixpkgs issue code; null when it is anything else. */
export function parseNixpkgsIssueId(text: string): NixpkgsIssueId | null {
  const match = NIXPKGS.exec(text);
  return match === null ? null : { year: Number(match[1]), number: match[2] ?? '' };
}

/** The code as the tracker writes it. */
export function printNixpkgsIssueId(id: NixpkgsIssueId): string {
  return `NIXPKGS-${String(id.year).padStart(4, '0')}-${id.number}`;
}

/** The upper-case form of a Nixpkgs issue code, or null. */
export function normaliseNixpkgsIssueId(text: string): string | null {
  const id = parseNixpkgsIssueId(text);
  return id === null ? null : printNixpkgsIssueId(id);
}
