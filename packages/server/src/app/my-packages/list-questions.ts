import { lookupForm, lookupNames } from '@almanac/core/collection';
import type { MatchQuestion } from '@almanac/core/matching';
import { LIST_LIMITS, type NameSuggestion } from '@almanac/core/my-packages';
import { type PackageReference, parsePackageReference } from '@almanac/core/purl';
import { purlQuestion } from '@almanac/core/scan';
import { collectionPackages } from '../../queries/collection-packages.ts';
import { maintainedAttributes } from '../../queries/maintained-attributes.ts';
import type { Db } from '../../store/database.ts';
import type { ChosenPackages } from './chosen.ts';
import { suggestionsFor } from './suggestions.ts';

/** One version of a package to judge, or what cannot be judged and why. */
export interface ListedVersion {
  /** The entry of the list. */
  readonly asked: string;
  readonly package: string;
  readonly ecosystem: string | null;
  readonly version: string | null;
  readonly channels: readonly string[];
  readonly question: MatchQuestion | null;
  /** What may be meant, where the collection has no package of the name; null: it has one, or an ecosystem is named. */
  readonly suggestions: readonly NameSuggestion[] | null;
  /** Why there is no question. */
  readonly problem: { readonly reason: 'not_covered' | 'limit_reached'; readonly sentence: string } | null;
}

export interface ListQuestions {
  readonly questions: readonly ListedVersion[];
  /** Packages of the maintainer that no question is about. */
  readonly left: number;
}

/** Versions of one name, as many as its page judges. */
const MOST_VERSIONS = 6;
/** Rows of a maintainer: an attribute has one for each channel. */
const MOST_MAINTAINED = 20_000;

interface Place {
  readonly attribute: string;
  readonly pname?: string | null;
  readonly channel: string;
  readonly version: string | null;
}

/** What a list asks: a name without a version asks about the versions that the channels of the collection have. */
export async function listQuestions(db: Db, { packages, maintainer }: ChosenPackages): Promise<ListQuestions> {
  if (packages === null) return maintainedQuestions(db, maintainer);
  const entries = packages.map((asked) => ({ asked, entry: parsePackageReference(asked) }));
  const named = entries.flatMap(({ entry }) => (entry.kind === 'name' ? [entry] : []));
  const { rows } = await collectionPackages(db, [...new Set(named.map(({ name }) => lookupForm(name)))], null);
  const byName = placesByName(rows);
  const missing = named.filter(({ name }) => placesNamed(name, byName).length === 0);
  const suggested = await suggestionsFor(db, missing);
  const suggestionsOf = new Map(
    missing.map((entry, i): [PackageReference, NameSuggestion[]] => [entry, suggested[i] ?? []]),
  );
  const questions = entries.flatMap(({ asked, entry }): ListedVersion[] => {
    if (entry.kind === 'purl') return [ofPurl(asked)];
    const suggestions = suggestionsOf.get(entry) ?? null;
    const isNamedOnly = entry.version === null && suggestions === null;
    if (isNamedOnly) return ofPlaces(asked, placesNamed(entry.name, byName));
    return [{ ...ofPlace(asked, { attribute: entry.name, version: entry.version }, []), suggestions }];
  });
  return { questions, left: 0 };
}

async function maintainedQuestions(db: Db, maintainer: string): Promise<ListQuestions> {
  const rows = await maintainedAttributes(db, maintainer, MOST_MAINTAINED);
  const attributes = [...Map.groupBy(rows, ({ attribute }) => attribute)];
  const questions = attributes
    .slice(0, LIST_LIMITS.collection)
    .flatMap(([attribute, places]) => ofPlaces(attribute, places));
  return { questions, left: Math.max(0, attributes.length - LIST_LIMITS.collection) };
}

function placesByName(rows: readonly (Place & { readonly pname: string | null })[]): ReadonlyMap<string, Place[]> {
  const byName = new Map<string, Place[]>();
  for (const row of rows) {
    for (const name of lookupNames(row)) {
      const places = byName.get(name);
      if (places === undefined) byName.set(name, [row]);
      else places.push(row);
    }
  }
  return byName;
}

/** The attribute of exactly this name, else all that go by it. */
function placesNamed(name: string, byName: ReadonlyMap<string, Place[]>): readonly Place[] {
  const form = lookupForm(name);
  const all = byName.get(form) ?? [];
  const own = all.filter(({ attribute }) => lookupForm(attribute) === form);
  return own.length > 0 ? own : all;
}

/** Each version once, with the channels that have it. */
function ofPlaces(asked: string, places: readonly Place[]): ListedVersion[] {
  const versions = [...Map.groupBy(places, ({ attribute, version }) => JSON.stringify([attribute, version])).values()];
  const judged = versions.slice(0, MOST_VERSIONS).flatMap((same) => {
    const [first] = same;
    const channels = same.map(({ channel }) => channel);
    return first === undefined ? [] : [ofPlace(asked, first, channels)];
  });
  const left = versions.length - judged.length;
  if (left <= 0) return judged;
  const sentence = `${left} more ${left === 1 ? 'version has' : 'versions have'} this name and ${left === 1 ? 'was' : 'were'} not checked.`;
  return [...judged, { ...nothing(asked, asked), problem: { reason: 'limit_reached', sentence } }];
}

function ofPlace(
  asked: string,
  { attribute, version }: Pick<Place, 'attribute' | 'version'>,
  channels: readonly string[],
): ListedVersion {
  return { ...nothing(asked, attribute), version, channels, question: { package: attribute, version } };
}

function ofPurl(asked: string): ListedVersion {
  const { parsed, question, problem } = purlQuestion(asked);
  if (parsed === null) {
    const sentence = `Invalid package URL: ${problem}.`;
    return { ...nothing(asked, asked), problem: { reason: 'not_covered', sentence } };
  }
  const { package: name, ecosystem, version, reason = 'no source covers it' } = parsed;
  const about = { ...nothing(asked, name), ecosystem, version: question?.version ?? version };
  return question === null
    ? { ...about, problem: { reason: 'not_covered', sentence: `Cannot be checked: ${reason}.` } }
    : { ...about, question };
}

function nothing(asked: string, name: string): ListedVersion {
  return {
    asked,
    package: name,
    ecosystem: null,
    version: null,
    channels: [],
    question: null,
    suggestions: null,
    problem: null,
  };
}
