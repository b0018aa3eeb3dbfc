/** What `large` takes, in times of `small`: the least of several attempts, since noise only ever adds. Times under half a millisecond count as that. */
export function growthOf(small: () => unknown, large: () => unknown, limit: number): number {
  let growth = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 5 && growth > limit; attempt += 1) {
    growth = Math.min(growth, cpuTime(large) / Math.max(cpuTime(small), 500));
  }
  return growth;
}

function cpuTime(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let repeat = 0; repeat < 2; repeat += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}
