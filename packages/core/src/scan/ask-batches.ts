import { LIST_LIMITS } from '../my-packages/limits.ts';
import { isOfCollection } from '../my-packages/read-list.ts';

/**
 * A request of n costs 1 + ⌊n / 100⌋ of the thirty that pass in a minute without a key: three of 999 pass at once,
 * of 1,000 only two.
 */
const MOST = 999;
/** The service takes so many packages of the collection at once. */
const MOST_OF_COLLECTION = LIST_LIMITS.collection;
/** Characters of one request; purls of real files come to a tenth of it. */
const MOST_CHARACTERS = 400_000;

/** Package URLs, and names of the collection, in batches that the service takes, in order. */
export function askBatches(purls: readonly string[]): string[][] {
  const batches: string[][] = [];
  let room = { purls: 0, collection: 0, characters: 0 };
  for (const purl of purls) {
    const collection = isOfCollection(purl) ? 1 : 0;
    if (room.purls < 1 || room.collection < collection || room.characters < purl.length) {
      batches.push([]);
      room = { purls: MOST, collection: MOST_OF_COLLECTION, characters: MOST_CHARACTERS };
    }
    batches.at(-1)?.push(purl);
    room = {
      purls: room.purls - 1,
      collection: room.collection - collection,
      characters: room.characters - purl.length,
    };
  }
  return batches;
}
