import { normaliseCveId } from '../ids/cve.ts';
import { normaliseOsvId } from '../ids/osv.ts';

/**
 * Databases of errata that list the CVEs an erratum fixes in `related`, by the prefix of their ids. Everywhere else `related` means
 * "see also" and joins nothing. The table in docs/search.md gives the counts behind this list.
 */
export const RELATED_NAMES_SUBJECT: readonly string[] = ['ALSA-', 'ALBA-', 'ALEA-', 'RLSA-'];

/** Whether the `related` of a record lists what the record is about. */
export function relatedNamesSubject(id: string): boolean {
  return RELATED_NAMES_SUBJECT.some((prefix) => id.startsWith(prefix));
}

/** Records that a distribution keeps for each CVE: an erratum may name `UBUNTU-CVE-2021-3782` where it means the CVE. */
const OF_DISTRIBUTION = /^(?:UBUNTU|DEBIAN|ALPINE)-(CVE-\d{4}-\d{4,19})$/i;

/** The CVE that an id in `upstream` (or in `related`, where that counts) means; null where it means none. */
export function cveNamedBy(id: string): string | null {
  const written = id.trim();
  return normaliseCveId(OF_DISTRIBUTION.exec(written)?.[1] ?? written);
}

/** What a record says about ids, and the groups of aliases that these ids are in. */
export interface SubjectFacts {
  readonly id: string;
  /** The ids in `upstream`, and in `related` where `relatedNamesSubject` holds. */
  readonly covers: readonly string[];
  /** The group of aliases that an id is in; an id that nobody joins to another is its own. */
  readonly groupOf: (id: string) => string;
}

/**
 * The vulnerabilities that a record is about, each by the id of its group of aliases:
 *
 * - its own group, if that has a CVE or the record covers nothing;
 * - the group of each CVE that it covers: an erratum of many CVEs belongs to each of them;
 * - where it covers no CVE, the group of what it covers instead.
 *
 * This never makes an id known: an id that only others name has no record, and appears as the row of the records that name it.
 */
export function vulnerabilitiesOfRecord({ id, covers, groupOf }: SubjectFacts): string[] {
  const own = groupOf(normaliseOsvId(id) ?? id);
  const cves = covers.map(cveNamedBy).filter((cve) => cve !== null);
  const others = covers.map((other) => normaliseOsvId(other.trim())).filter((other) => other !== null);
  const covered = (cves.length > 0 ? cves : others).map(groupOf).filter((group) => group !== own);
  const found = isCve(own) || covered.length === 0 ? [own, ...covered] : covered;
  return [...new Set(found)].sort();
}

function isCve(id: string): boolean {
  return normaliseCveId(id) !== null;
}
