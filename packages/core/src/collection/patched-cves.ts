import { normaliseCveId } from '../ids/cve.ts';

/** The CVEs that the names of patch files say are fixed by them, each once, in order. */
export function patchedCves(files: readonly string[]): string[] {
  const found = new Set<string>();
  for (const file of files) {
    // Undoing a fix fixes nothing.
    if (REVERT.test(file)) continue;
    for (const [, year = '', number = ''] of file.matchAll(CVE)) {
      const id = normaliseCveId(`CVE-${year}-${number}`);
      if (id !== null) found.add(id);
    }
  }
  return [...found].sort();
}

const REVERT = /revert/i;
/** Joined by anything that is allowed in a file's name: `48_CVE-2024-45778_CVE-2024-45779.patch`, `cve_2021_3468-2.patch`. */
const CVE = /(?<![a-z0-9])cve[-_](\d{4})[-_](\d{4,19})(?!\d)/gi;
