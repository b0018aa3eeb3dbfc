/**
 * Works on several items at a time and yields the results in the order of the items, never more than `width` ahead of
 * whoever takes them. The first failure ends it, once the work under way has come to its end.
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
      // Waited for below; until then a failure is not unhandled.
      started.catch(() => undefined);
      underWay.push(started);
      if (underWay.length === width) yield (await underWay.shift()) as Out;
    }
    while (underWay.length > 0) yield (await underWay.shift()) as Out;
  } finally {
    await Promise.allSettled(underWay);
  }
}
