/** What can be reached from a node over bare arrays: marks and a queue, made for each walk. */
export function bareClosure(starts: Uint32Array, targets: Uint32Array, start: number): number[] {
  const seen = new Uint8Array(starts.length);
  const queue = [start];
  seen[start] = 1;
  for (let head = 0; head < queue.length; head += 1) {
    const node = queue[head] ?? 0;
    for (let place = starts[node] ?? 0; place < (starts[node + 1] ?? 0); place += 1) {
      const target = targets[place] ?? 0;
      if (seen[target] === 1) continue;
      seen[target] = 1;
      queue.push(target);
    }
  }
  return queue;
}
