import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ecosystemPlace } from '../../src/collection/ecosystem-place.ts';
import { guessedName } from '../../src/collection/guessed-name.ts';
import { makersOf } from '../../src/collection/makers.ts';
import type { CollectionFact, KnownSubject, MatchQuestion } from '../../src/matching/facts.ts';

/** Whether one version of one package is affected by one CVE, and why; README.md says what a case may hold. */
export interface Case {
  /** The name as asked: an attribute, or a name in the form of its ecosystem. */
  readonly ask: string;
  /** Null: none is given. */
  readonly version: string | null;
  readonly cve: string;
  readonly is: 'affected' | 'not_affected' | 'not_this_package' | 'unknown';
  /** `hand`, or the rule that makes it true. */
  readonly kind: string;
  readonly why: string;
  readonly collection?: {
    readonly attribute: string;
    /** The version in the collection, which need not be the one that is asked about. */
    readonly at: string;
    /** The name of its derivation. */
    readonly drv: string;
    readonly home?: string;
    /** The folder of a maker of many packages, where it is defined in one. */
    readonly position?: string;
    readonly patched?: readonly string[];
  };
}

export const CASES: readonly Case[] = ['hand-cases.jsonl', 'rule-cases.jsonl'].flatMap(
  (file) => valuesIn(file) as Case[],
);

/** Every vendor with a product of that name in the whole corpus, and the sources that say so. */
const VENDORS: ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> = new Map(
  (valuesIn('vendors.jsonl') as VendorsOfProduct[]).map(({ product, vendors }) => [product, vendors]),
);

/** Who speaks of products of this name, whatever the CVE. */
export function speakersOf(product: string): readonly KnownSubject[] {
  return Object.entries(VENDORS.get(product) ?? {}).map(([vendor, sources]) => ({
    subject: { ecosystem: null, vendor, name: product },
    sources,
  }));
}

interface VendorsOfProduct {
  readonly product: string;
  readonly vendors: Readonly<Record<string, readonly string[]>>;
}

function valuesIn(file: string): unknown[] {
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}

export function questionOf({ ask, version }: Case): MatchQuestion {
  return { package: ask, version };
}

export function collectionOf({ collection }: Case): readonly CollectionFact[] {
  if (collection === undefined) return [];
  const { attribute, at, drv, home, position = null, patched = [] } = collection;
  const place = ecosystemPlace(attribute);
  return [
    {
      attribute,
      pname: guessedName(drv).pname,
      channel: 'nixpkgs-unstable',
      version: at,
      ecosystem: place?.ecosystem ?? null,
      ecosystemName: place?.name ?? null,
      cpes: [],
      purls: [],
      makers: makersOf({ links: home === undefined ? [] : [home], position }),
      homepage: home ?? null,
      knownVulnerabilities: [],
      patched,
    },
  ];
}
