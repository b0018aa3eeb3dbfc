import type { Told } from './interfaces.ts';
import type { AskedPair } from './pairs.ts';

/** What `/vulns` or `/purl` says of each pair: what all other interfaces are compared with. */
export type References = ReadonlyMap<AskedPair, Told>;

/** One of so many pairs, from this place on; of a share of 1 all. */
export function shareOf(references: References, share: number, place: number): References {
  return new Map([...references].filter((_, i) => i % share === place % share));
}
