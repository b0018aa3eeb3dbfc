import type { Candidate } from '../facts.ts';
import { type Home, isSameMaker, referenceHomeOf } from './homes.ts';

/** Everything about the question that decides what is the same; made once and asked for each record. */
export interface IdentityContext {
  readonly candidates: readonly Candidate[];
  readonly byName: ReadonlyMap<string, readonly Candidate[]>;
  /** The collection has entries of the name. */
  readonly inCollection: boolean;
  /** It is a language's package, whose name products of that name have nothing to do with. */
  readonly ofLanguage: boolean;
  /** The base of the one ecosystem that it belongs to; null where that is none or several. */
  readonly ecosystem: string | null;
  /** All entries are members of sets, where a name often says what something is for. */
  readonly inSet: boolean;
  readonly makers: readonly string[];
  readonly homes: readonly Home[];
  /** Products that only one vendor is known to have. */
  readonly soleVendors: ReadonlySet<string>;
}

/** What a record says of whose software it speaks. */
export interface Pointers {
  readonly references: readonly string[];
  readonly homes: readonly string[];
  /** By product: what it is made for. */
  readonly targets?: ReadonlyMap<string, string>;
  /** Products that only enrichments name. */
  readonly disowned?: ReadonlySet<string>;
}

/** A context for many records: what they have in common is compared once. */
export interface IdentityScope extends IdentityContext {
  /** Whether a name stands for one of the makers of a product. */
  readonly isByMaker: (maker: string, product: string) => boolean;
  /** Reads the addresses that a record points to. */
  readonly homesIn: (pointers: Pointers) => readonly Home[];
}

export function openScope(context: IdentityContext): IdentityScope {
  const { makers } = context;
  const makersOf = new Map<string, boolean>();
  const homesOf = new Map<Pointers, readonly Home[]>();
  return {
    ...context,
    isByMaker: (maker, product) =>
      once(makersOf, `${maker}\n${product}`, () => makers.some((own) => isSameMaker(own, maker, product))),
    homesIn: (pointers) =>
      once(homesOf, pointers, () =>
        [...pointers.homes, ...pointers.references].flatMap((address) => referenceHomeOf(address) ?? []),
      ),
  };
}

function once<K, V>(known: Map<K, V>, key: K, work: () => V): V {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = work();
  known.set(key, value);
  return value;
}
