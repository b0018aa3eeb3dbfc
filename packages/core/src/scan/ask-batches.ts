/**
 * A request of n costs 1 + ⌊n / 100⌋ of the thirty that pass in a minute without a key: three of 999 pass at once,
 * of 1,000 only two.
 */
const MOST = 999;
/** The service takes so many packages of the collection at once. */
const MOST_NIX = 100;
/** Characters of one request; purls of real files come to a tenth of it. */
const MOST_CHARACTERS = 400_000;

/** Purls in batches that the service takes, in order. */
export function askBatches(purls: readonly string[]): string[][] {
  const batches: string[][] = [];
  let room = { purls: 0, nix: 0, characters: 0 };
  for (const purl of purls) {
    const nix = purl.startsWith('pkg:nix/') ? 1 : 0;
    if (room.purls < 1 || room.nix < nix || room.characters < purl.length) {
      batches.push([]);
      room = { purls: MOST, nix: MOST_NIX, characters: MOST_CHARACTERS };
    }
    batches.at(-1)?.push(purl);
    room = { purls: room.purls - 1, nix: room.nix - nix, characters: room.characters - purl.length };
  }
  return batches;
}
