import { type CollectionFact, type IdentityContext, identityContext, type MatchQuestion } from '@almanac/core/matching';
import { nameVariants } from '@almanac/core/names';
import { lru } from '../../platform/lru.ts';
import type { PackageName } from '../../queries/packages-named.ts';

/** What follows from a question and the entries of the collection alone. */
export interface Meaning {
  readonly context: IdentityContext;
  /** The names that records may use, by a key that tells them apart. */
  readonly wanted: ReadonlyMap<string, PackageName>;
  /** The names that the tracker may use, in small letters. */
  readonly trackedAs: ReadonlySet<string>;
}

export type MeaningOf = (question: MatchQuestion, collection: readonly CollectionFact[]) => Meaning;

/** Entries of the collection that are looked up in the tracker by their names. */
const MOST_NAMES = 50;

export function meaningOf(question: MatchQuestion, collection: readonly CollectionFact[]): Meaning {
  const context = identityContext(question, collection);
  return { context, wanted: wantedBy(context), trackedAs: trackedNames(question, collection) };
}

/**
 * The same, kept by everything that it is made from: one system's closure has mostly the packages of another's, and to find their names
 * takes most of the time.
 */
export function openMeanings(mostBytes = 64 << 20): MeaningOf {
  const kept = lru<Meaning>(mostBytes);
  return (question, collection) => {
    const key = keyOf(question, collection);
    const known = kept.peek(key);
    if (known !== undefined) return known;
    const meaning = meaningOf(question, collection);
    kept.set(key, meaning, weightOf(key, meaning));
    return meaning;
  };
}

function keyOf({ package: name, ecosystem, cpes }: MatchQuestion, collection: readonly CollectionFact[]): string {
  const facts = collection.map((fact) => {
    const { attribute, pname, channel, version, homepage, makers, purls } = fact;
    return [attribute, pname, channel, version, fact.ecosystem, fact.ecosystemName, fact.cpes, purls, makers, homepage];
  });
  return JSON.stringify([name, ecosystem, cpes, facts]);
}

const CANDIDATE_BYTES = 500;
const NAME_BYTES = 120;

function weightOf(key: string, { context, wanted, trackedAs }: Meaning): number {
  return 2 * key.length + CANDIDATE_BYTES * context.candidates.length + NAME_BYTES * (wanted.size + trackedAs.size);
}

function wantedBy({ candidates }: IdentityContext): ReadonlyMap<string, PackageName> {
  const wanted = new Map<string, PackageName>();
  for (const { kind, ecosystem, name } of candidates) {
    const isProduct = kind === 'product';
    const key = JSON.stringify([name, ecosystem ?? (isProduct ? '' : '*')]);
    if (!wanted.has(key))
      wanted.set(key, isProduct ? { name, ecosystem: null } : ecosystem === null ? { name } : { name, ecosystem });
  }
  return wanted;
}

function trackedNames(question: MatchQuestion, collection: readonly CollectionFact[]): ReadonlySet<string> {
  if (question.ecosystem != null) return new Set();
  const some = collection.slice(0, MOST_NAMES);
  const starts = new Set([
    question.package,
    ...some.flatMap(({ attribute, pname }) => [attribute, pname ?? attribute]),
  ]);
  return new Set([...starts].flatMap((start) => nameVariants(start).map(({ name }) => name.toLowerCase())));
}
