import type { Subject } from '../../ranges/model.ts';
import type { CollectionFact } from '../facts.ts';
import { identityContext, identityOf } from './identity.ts';
import type { IdentityContext } from './identity-context.ts';
import { coarseName, entryKeys, subjectKeys, vulnerabilityKey } from './subject-keys.ts';

/** What the records and the tracker say that a CVE is about. */
export interface CveSubjects {
  /** Ids of the vulnerability. */
  readonly ids: readonly string[];
  /** The subjects of its records. */
  readonly subjects: readonly Subject[];
  /** Names that issues of the tracker about it give. */
  readonly issueNames: readonly string[];
}

/** Whether a record about the subject may concern the package, by the names alone: what it then comes to, matching decides. */
export function mayConcern(subject: Subject, context: IdentityContext): boolean {
  return identityOf(subject, context, null) !== null;
}

/** Keys by which the entries of the collection are found that a CVE may concern, and more. */
export function keysOfCve({ ids, subjects, issueNames }: CveSubjects): string[] {
  const keys = [...subjects.flatMap(subjectKeys), ...issueNames.map(coarseName), ...ids.map(vulnerabilityKey)];
  return [...new Set(keys)].filter((key) => key !== '');
}

/**
 * The attributes among these entries that a CVE may concern, each with the weight of the surest identity; one that the tracker or the
 * collection links to the CVE has the weight 1.
 */
export function concernedAttributes(entries: readonly CollectionFact[], cve: CveSubjects): ReadonlyMap<string, number> {
  const said = new Set([...cve.issueNames.map(coarseName), ...cve.ids.map(vulnerabilityKey)]);
  const found = new Map<string, number>();
  for (const [attribute, own] of Map.groupBy(entries, (entry) => entry.attribute)) {
    const isSaid = own.some((entry) => entryKeys(entry).some((key) => said.has(key)));
    const weight = isSaid ? 1 : weighIdentity(attribute, own, cve.subjects);
    if (weight > 0) found.set(attribute, weight);
  }
  return found;
}

/** The weight of the surest identity; 0 where there is none. */
function weighIdentity(attribute: string, own: readonly CollectionFact[], subjects: readonly Subject[]): number {
  const context = identityContext({ package: attribute, version: null }, own);
  return Math.max(0, ...subjects.map((subject) => identityOf(subject, context, null)?.weight ?? 0));
}
