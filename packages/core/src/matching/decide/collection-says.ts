import { extractKind } from '../../ids/extract.ts';
import { compareText } from '../../ids/order.ts';
import type { MatchFacts, MatchQuestion } from '../facts.ts';
import type { Against, CollectionEvidence } from '../match.ts';
import { identityRule } from '../resolve/identity-rules.ts';
import { type RelatedFact, relatedFacts } from '../resolve/relation.ts';

type Patch = Extract<Against, { kind: 'patched' }>;

/** What the collection itself says of the package in the version that is asked about. */
export interface CollectionSays {
  /** Whether the version is one that it carries, or it carries nothing of that name. */
  readonly carries: boolean;
  /** Its own word that one of these CVEs affects the package. */
  knownVulnerabilities(ids: readonly string[]): CollectionEvidence[];
  /**
   * Patches for one of these CVEs: whether every entry of the version has one, and whether the document that names the package says that
   * one is applied.
   */
  patches(ids: readonly string[]): {
    readonly applied: readonly Patch[];
    readonly everywhere: boolean;
    readonly byDocument: boolean;
  };
}

export function collectionSays({ question, collection }: MatchFacts): CollectionSays {
  const related = question.ecosystem == null ? relatedFacts(question.package, collection) : [];
  const entries = entriesOf(question, related).toSorted((a, b) =>
    compareText(`${a.fact.attribute} ${a.fact.channel}`, `${b.fact.attribute} ${b.fact.channel}`),
  );
  return {
    carries: related.length === 0 || entries.length > 0,
    knownVulnerabilities: (ids) =>
      entries.flatMap(({ fact, naming }) =>
        fact.knownVulnerabilities
          .filter((text) => extractKind('cve', text).some((cve) => ids.includes(cve)))
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
      const documented = (question.patched ?? [])
        .filter((cve) => ids.includes(cve))
        .map(
          (cve): Patch => ({
            kind: 'patched',
            attribute: question.package,
            channel: DOCUMENT,
            version: question.version,
            cve,
            sha256: null,
          }),
        );
      const patchedEntries = new Set(applied.map(({ attribute, channel }) => `${channel} ${attribute}`));
      return {
        applied: [...documented, ...applied],
        byDocument: documented.length > 0,
        everywhere:
          entries.length > 0 &&
          patchedEntries.size === new Set(entries.map(({ fact }) => `${fact.channel} ${fact.attribute}`)).size,
      };
    },
  };
}

/** What a patch that a document tells of has in place of a channel. */
const DOCUMENT = 'the document';

/** Those of the version; of these, where the channel that is asked about has some, its own. */
function entriesOf({ version, channel }: MatchQuestion, related: readonly RelatedFact[]): readonly RelatedFact[] {
  const entries = related.filter(({ fact }) => version === null || fact.version === version);
  const own = channel === undefined ? [] : entries.filter(({ fact }) => fact.channel === channel);
  return own.length > 0 ? own : entries;
}

/** CVEs that the collection names as known vulnerabilities of the version that is asked about. */
export function cvesOfCollection({ question, collection }: Pick<MatchFacts, 'question' | 'collection'>): string[] {
  if (question.ecosystem != null) return [];
  const entries = entriesOf(question, relatedFacts(question.package, collection));
  const texts = entries.flatMap(({ fact }) => fact.knownVulnerabilities);
  return [...new Set(texts.flatMap((text) => extractKind('cve', text)))].sort();
}
