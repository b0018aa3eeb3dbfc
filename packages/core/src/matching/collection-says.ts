import { extractIdsOf } from '../ids/extract.ts';
import { compareText } from '../ids/order.ts';
import type { MatchFacts } from './facts.ts';
import { identityRule } from './identity-rules.ts';
import type { Against, CollectionEvidence } from './match.ts';
import { relatedFacts } from './relation.ts';

type Patch = Extract<Against, { kind: 'patched' }>;

/** What the collection itself says of the package in the version that is asked about. */
export interface CollectionSays {
  /** Whether the version is one that it carries, or it carries nothing of that name. */
  readonly carries: boolean;
  /** Its own word that one of these CVEs affects the package. */
  knownVulnerabilities(ids: readonly string[]): CollectionEvidence[];
  /** Patches named after one of these CVEs, and whether every entry of the version has one. */
  patches(ids: readonly string[]): { readonly applied: readonly Patch[]; readonly everywhere: boolean };
}

export function collectionSays({ question, collection }: MatchFacts): CollectionSays {
  const { version } = question;
  const related = question.ecosystem == null ? relatedFacts(question.package, collection) : [];
  const entries = related
    .filter(({ fact }) => version === null || fact.version === version)
    .toSorted((a, b) => compareText(`${a.fact.attribute} ${a.fact.channel}`, `${b.fact.attribute} ${b.fact.channel}`));
  return {
    carries: related.length === 0 || entries.length > 0,
    knownVulnerabilities: (ids) =>
      entries.flatMap(({ fact, naming }) =>
        fact.knownVulnerabilities
          .filter((text) => extractIdsOf('cve', text).some((cve) => ids.includes(cve)))
          .map((text): CollectionEvidence => {
            const { id: rule, weight, reason } = identityRule('collection_word');
            const { attribute, channel, sha256 } = fact;
            const identity = { rule, weight, naming, from: question.package, to: attribute, reason };
            return {
              kind: 'known_vulnerability',
              source: 'packages',
              id: `${channel} ${attribute}`,
              sha256: sha256 ?? null,
              identity,
              channel,
              version: fact.version,
              text,
            };
          }),
      ),
    patches(ids) {
      const applied = entries.flatMap(({ fact: { attribute, channel, version: carried, patched, sha256 } }) =>
        patched
          .filter((cve) => ids.includes(cve))
          .map(
            (cve): Patch => ({ kind: 'patched', attribute, channel, version: carried, cve, sha256: sha256 ?? null }),
          ),
      );
      const patchedEntries = new Set(applied.map(({ attribute, channel }) => `${channel} ${attribute}`));
      return {
        applied,
        everywhere:
          entries.length > 0 &&
          patchedEntries.size === new Set(entries.map(({ fact }) => `${fact.channel} ${fact.attribute}`)).size,
      };
    },
  };
}

/** CVEs that the collection names as known vulnerabilities of the version that is asked about. */
export function cvesOfCollection({ question, collection }: MatchFacts): string[] {
  const { version } = question;
  if (question.ecosystem != null) return [];
  const texts = relatedFacts(question.package, collection).flatMap(({ fact }) =>
    version === null || fact.version === version ? fact.knownVulnerabilities : [],
  );
  return [...new Set(texts.flatMap((text) => extractIdsOf('cve', text)))].sort();
}
