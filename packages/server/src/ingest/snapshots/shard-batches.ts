/** Places of a partition one after the other, together with those next to them until they have enough to read at once. */
export function* shardBatches(bits: number, most: number, sizeAt: (prefix: number) => number): Generator<number[]> {
  let waiting: number[] = [];
  let size = 0;
  for (let prefix = 0; prefix < 2 ** bits; prefix += 1) {
    waiting.push(prefix);
    size += sizeAt(prefix);
    if (size < most && prefix + 1 < 2 ** bits) continue;
    yield waiting;
    waiting = [];
    size = 0;
  }
}
