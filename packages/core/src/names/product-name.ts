/** Whether a vendor or product is one of the words by which records say that they name none. */
export function isUnsaid(name: string): boolean {
  return UNSAID.has(name.trim().toLowerCase());
}

const UNSAID: ReadonlySet<string> = new Set(['', '-', '*', 'n/a', 'na', 'unknown', 'unspecified']);

/** Writes a name as CPE does, in lower case with underscores; CVE records write it as the vendor does. */
export function foldName(name: string): string {
  return name.trim().toLowerCase().replaceAll(' ', '_');
}
