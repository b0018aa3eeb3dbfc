/** A CVE id in its two parts. The number stays text: it may have up to nineteen digits, and leading zeros are part of it. */
export interface CveId {
  readonly year: number;
  readonly number: string;
}

/** The first year the numbering authority assigned ids for. */
const FIRST_YEAR = 1999;

/** Four digits or more (CVE id syntax of 2014), in any case; nineteen is the limit of the CVE record schema. */
const CVE = /^CVE-(\d{4})-(\d{4,19})$/i;

/** Reads a whole string as a CVE id; null when it is anything else. */
export function parseCveId(text: string): CveId | null {
  const match = CVE.exec(text);
  if (match === null) return null;
  const year = Number(match[1]);
  return year < FIRST_YEAR ? null : { year, number: match[2] ?? '' };
}

/** The id as the CVE list writes it. */
export function printCveId(id: CveId): string {
  return `CVE-${id.year}-${id.number}`;
}

/** The upper-case form of a CVE id, or null when the string is none. */
export function normaliseCveId(text: string): string | null {
  const id = parseCveId(text);
  return id === null ? null : printCveId(id);
}

/** Hyphens and dashes that word processors and web pages put in the place of a hyphen. */
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u00ad]/g;
const AS_TYPED = /^(?:cve[\s_:#-]{0,3})?(\d{4})[\s_-]{1,3}(\d{4,19})$/i;
/** As long as what it can be. */
const LONGEST_TYPED = 40;

/** The CVE id that a whole text means, as people type and paste it: `2025-91301`, `cve2025-91301`, `CVE 2025 91301`; else null. */
export function cveIdMeant(text: string): string | null {
  const written = text.trim();
  if (written.length > LONGEST_TYPED) return null;
  const [, year = '', number = ''] = AS_TYPED.exec(written.replaceAll(DASHES, '-')) ?? [];
  return year === '' ? null : normaliseCveId(`CVE-${year}-${number}`);
}
