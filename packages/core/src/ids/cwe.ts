const CWE = /^(?:CWE-)?0{0,5}([1-9]\d{0,5})$/i;

/** The number of a weakness written `CWE-79`, `cwe-79` or `79`; null for all else, `NVD-CWE-Other` and `n/a` included. */
export function parseCweId(text: string): number | null {
  const match = CWE.exec(text);
  return match === null ? null : Number(match[1]);
}

/** The id as MITRE writes it. */
export function printCweId(number: number): string {
  return `CWE-${number}`;
}

/** `CWE-79` for any accepted spelling, or null. */
export function normaliseCweId(text: string): string | null {
  const number = parseCweId(text);
  return number === null ? null : printCweId(number);
}
