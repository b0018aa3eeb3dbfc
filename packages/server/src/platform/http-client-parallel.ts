/**
 * Processes up to `width` items at a time and yields results in order. The first failure ends it, after running work
 * has settled.
 */
export async function* inParallel<In, Out>(
  items: Iterable<In> | AsyncIterable<In>,
  width: number,
  work: (item: In) => Promise<Out>,
): AsyncGenerator<Out> {
  const underWay: Promise<Out>[] = [];
  try {
    for await (const item of items) {
      const started = work(item);
      // Awaited below. Until then a rejection must not count as unhandled.
      started.catch(() => undefined);
      underWay.push(started);
      if (underWay.length === width) yield (await underWay.shift()) as Out;
    }
    while (underWay.length > 0) yield (await underWay.shift()) as Out;
  } finally {
    await Promise.allSettled(underWay);
  }
}
