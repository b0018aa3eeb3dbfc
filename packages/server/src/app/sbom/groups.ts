import type { MatchQuestion } from '@almanac/core/matching';
import type { Component, Sbom } from '@almanac/core/sbom';
import { purlQuestion } from '@almanac/core/scan';

/** Components of the same package and version: what is known of one is known of all. */
export interface ComponentGroup {
  /** The first of them. */
  readonly component: Component;
  /** As the document writes it. */
  readonly purl: string;
  readonly question: MatchQuestion;
  readonly all: readonly Component[];
}

/** What is not looked up, and why. */
export interface LeftOut {
  readonly name: string | null;
  readonly place: string;
  readonly reason: string;
  /** Null where it is none that can be asked about. */
  readonly component: Component | null;
}

export interface Grouped {
  readonly groups: readonly ComponentGroup[];
  readonly leftOut: readonly LeftOut[];
}

const LONGEST_PURL = 1_000;
const LONGEST_VERSION = 256;
/** Packages of the collection are looked up one by one; of more than so many nothing is said. */
const MOST_OF_COLLECTION = 200;

/** Every component in exactly one place: in a group, or left out with the reason. */
export function groupComponents({ components, skipped }: Pick<Sbom, 'components' | 'skipped'>): Grouped {
  const groups = new Map<string, { component: Component; purl: string; question: MatchQuestion; all: Component[] }>();
  const leftOut: LeftOut[] = skipped.map((one) => ({ ...one, component: null }));
  let ofCollection = 0;
  for (const component of components) {
    const { name, place } = component;
    const key = JSON.stringify([component.purl, component.version]);
    const known = groups.get(key);
    if (known !== undefined) {
      known.all.push(component);
      continue;
    }
    const asked = questionOf(component);
    if (typeof asked === 'string') {
      leftOut.push({ name, place, reason: asked, component });
      continue;
    }
    if (asked.question.ecosystem == null) {
      ofCollection += 1;
      if (ofCollection > MOST_OF_COLLECTION) {
        const reason = `only ${MOST_OF_COLLECTION} packages of type nix are looked up at once`;
        leftOut.push({ name, place, reason, component });
        continue;
      }
    }
    groups.set(key, { component, ...asked, all: [component] });
  }
  return { groups: [...groups.values()], leftOut };
}

/** What to ask about a component, or why nothing can be asked. */
function questionOf({ purl, version }: Component): { purl: string; question: MatchQuestion } | string {
  if (purl === null) return 'it has no package URL';
  if (purl.length > LONGEST_PURL) return `its package URL is longer than ${LONGEST_PURL} characters`;
  const { question, parsed, problem } = purlQuestion(purl);
  if (parsed === null) return `its package URL cannot be read: ${problem}`;
  if (question === null) return parsed.reason ?? 'no source covers it';
  // Some tools write the version beside the package URL alone.
  const asked = { ...question, version: question.version ?? (version === '' ? null : version) };
  if ((asked.version?.length ?? 0) > LONGEST_VERSION) return `its version is longer than ${LONGEST_VERSION} characters`;
  // PostgreSQL has no such character in a text.
  return `${asked.package}${asked.version ?? ''}`.includes('\0')
    ? 'its name holds a control character'
    : { purl, question: asked };
}
