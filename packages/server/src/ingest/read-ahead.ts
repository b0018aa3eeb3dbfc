/**
 * The next item is made while the last one is being used: of two batches one is prepared here while the database stores the
 * other. Never more than one ahead. What fails there is thrown when its turn comes, after all before it has been used.
 * `stop` tells whoever makes the items that no more are wanted.
 */
export async function* readAhead<T>(items: AsyncIterable<T>, stop: () => void): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let next = iterator.next();
  try {
    for (;;) {
      const { done, value } = await next;
      if (done === true) return;
      next = iterator.next();
      next.catch(() => undefined);
      yield value;
    }
  } finally {
    stop();
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}
