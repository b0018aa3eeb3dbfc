import type { MatchQuestion } from '@almanac/core/matching';
import { addSourceToPurl, type Component, type Sbom } from '@almanac/core/sbom';
import { purlQuestion } from '@almanac/core/scan';

/** Components of the same package and version, with the same CPEs and patches: what is known of one is known of all. */
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

/** Why a store path is not looked up. */
const UNRESOLVED = 'nixpkgs has no package of this name';
const LONGEST_PURL = 1_000;
const LONGEST_VERSION = 256;

/** Every component in exactly one place: in a group, or left out with the reason. */
export function groupComponents({ components, skipped }: Pick<Sbom, 'components' | 'skipped'>): Grouped {
  const groups = new Map<string, { component: Component; purl: string; question: MatchQuestion; all: Component[] }>();
  const leftOut: LeftOut[] = skipped.map((one) => ({ ...one, component: null }));
  for (const component of components) {
    const { name, place } = component;
    const key = JSON.stringify([
      component.purl,
      component.version,
      component.cpes,
      component.patched,
      component.source,
    ]);
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
    groups.set(key, { component, ...asked, all: [component] });
  }
  return { groups: [...groups.values()], leftOut };
}

/** What to ask about a component, or why nothing can be asked. */
function questionOf({
  purl,
  version,
  cpes,
  patched,
  source,
  storePath,
}: Component): { purl: string; question: MatchQuestion } | string {
  if (purl === null) return storePath === undefined ? 'it has no package URL' : UNRESOLVED;
  if (purl.length > LONGEST_PURL) return `its package URL is longer than ${LONGEST_PURL} characters`;
  const { question, parsed, problem } = purlQuestion(addSourceToPurl({ purl, source }) ?? purl);
  if (parsed === null) return `its package URL is invalid: ${problem}`;
  if (question === null) return parsed.reason ?? 'no source covers it';
  // Some tools write the version beside the package URL alone.
  const asked: MatchQuestion = {
    ...question,
    version: question.version ?? (version === '' ? null : version),
    // Elsewhere the ecosystem and the name say which package it is.
    ...(question.ecosystem == null && cpes !== undefined ? { cpes } : {}),
    ...(patched === undefined ? {} : { patched }),
  };
  if ((asked.version?.length ?? 0) > LONGEST_VERSION) return `its version is longer than ${LONGEST_VERSION} characters`;
  // PostgreSQL has no such character in a text.
  return `${asked.package}${asked.version ?? ''}`.includes('\0')
    ? 'its name contains a control character'
    : { purl, question: asked };
}
