import type { PackedAssertion } from '../ranges/packed-assertion.ts';
import { once } from '../records/once.ts';
import { fromBase64, hashOfHex, joinBytes, toBase64, toHex } from './encoding.ts';
import { isPackedAssertion } from './packed-shape.ts';
import { SnapshotProblem } from './problem.ts';

/** Null, where a number points into a list. */
export const NONE = -1;

/** What numbers of a shard point to; each throws for a number that points nowhere. */
export interface Tables {
  readonly text: (place: unknown) => string;
  readonly textOrNull: (place: unknown) => string | null;
  readonly source: (place: unknown) => string;
  readonly checkHash: (place: unknown) => void;
  readonly hashOrNull: (place: unknown) => string | null;
  readonly claims: (place: unknown) => PackedAssertion;
}

export function readShardTables({ texts, sources, hashes, claims }: Readonly<Record<string, unknown>>): Tables {
  const allTexts = itemsIn(texts);
  const text = (place: unknown) => asText(allTexts[within(place, allTexts.length)]);
  const allClaims = itemsIn(claims);
  const count = hashCount(hashes);
  const bytes = once(() => bytesOfHashes(hashes));
  const hash = (place: number) => toHex(bytes().subarray(32 * place, 32 * place + 32));
  return {
    text,
    textOrNull: (place) => (place === NONE ? null : text(place)),
    source: placed(itemsIn(sources).map(asText)),
    checkHash(place) {
      if (place !== NONE) within(place, count);
    },
    hashOrNull: (place) => (place === NONE ? null : hash(within(place, count))),
    claims(place) {
      const value = allClaims[within(place, allClaims.length)];
      if (!isPackedAssertion(value)) throw new SnapshotProblem('shard_malformed');
      return value;
    },
  };
}

/** How many hashes of 32 bytes this base64 has. They are decoded when one is first asked for. */
function hashCount(hashes: unknown): number {
  if (typeof hashes !== 'string') throw new SnapshotProblem('shard_malformed');
  const padding = hashes.endsWith('==') ? 2 : hashes.endsWith('=') ? 1 : 0;
  const count = ((hashes.length / 4) * 3 - padding) / 32;
  if (!Number.isInteger(count)) throw new SnapshotProblem('shard_malformed');
  return count;
}

function bytesOfHashes(hashes: unknown): Uint8Array {
  const bytes = fromBase64(hashes as string);
  if (bytes === null) throw new SnapshotProblem('shard_malformed');
  return bytes;
}

/** The item at a place; throws for a number that is none. */
export function placed<T>(all: readonly T[]): (place: unknown) => T {
  return (place) => all[within(place, all.length)] as T;
}

function within(place: unknown, count: number): number {
  if (!Number.isInteger(place) || (place as number) < 0 || (place as number) >= count) {
    throw new SnapshotProblem('shard_malformed');
  }
  return place as number;
}

export function flag(value: unknown): boolean {
  if (value !== 0 && value !== 1) throw new SnapshotProblem('shard_malformed');
  return value === 1;
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new SnapshotProblem('shard_malformed');
  return value;
}

export function itemsIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new SnapshotProblem('shard_malformed');
  return value as unknown[];
}

export function rowsIn(value: unknown): readonly (readonly unknown[])[] {
  return itemsIn(value).map(itemsIn);
}

/** A list that numbers point into, while it is made. */
export interface Dictionary {
  /** Where a text is; it is added where it is not yet. */
  readonly place: (text: string) => number;
  all(): string[];
}

export function dictionary(): Dictionary {
  const places = new Map<string, number>();
  return {
    place(text) {
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    },
    all: () => [...places.keys()],
  };
}

export function orNone({ place }: Dictionary, text: string | null): number {
  return text === null ? NONE : place(text);
}

/** The list of hashes as it is written: 32 bytes each, in base64. */
export function writtenHashes(hashes: Dictionary): string {
  return toBase64(joinBytes(...hashes.all().map((hex) => hashOfHex(hex) ?? new Uint8Array(32))));
}
