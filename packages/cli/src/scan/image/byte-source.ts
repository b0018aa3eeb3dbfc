import type { FileHandle } from 'node:fs/promises';
import { ImageProblem } from './problem.ts';

export interface ByteSource {
  /** Returns exactly `length` bytes, or null at the end; throws if fewer are left. */
  readonly take: (length: number) => Promise<Buffer | null>;
  readonly skip: (length: number) => Promise<void>;
  readonly position: () => number;
}

/** Skipping costs nothing. */
export function fileSource(file: FileHandle, size: number): ByteSource {
  let at = 0;
  return {
    take: async (length) => {
      if (at >= size) return null;
      if (at + length > size) throw new ImageProblem(CUT);
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await file.read(bytes, 0, length, at);
      if (bytesRead < length) throw new ImageProblem(CUT);
      at += length;
      return bytes;
    },
    skip: async (length) => {
      if (at + length > size && length > 0) throw new ImageProblem(CUT);
      at += length;
    },
    position: () => at,
  };
}

/** Calls `spend` with each chunk; it may throw. `drain` reads the rest. */
export function streamSource(
  chunks: AsyncIterable<Uint8Array>,
  spend: (bytes: number) => void,
): ByteSource & { readonly drain: () => Promise<void> } {
  const source = chunks[Symbol.asyncIterator]();
  let parts: Uint8Array[] = [];
  let have = 0;
  let at = 0;
  const more = async (): Promise<boolean> => {
    const { value, done } = await source.next();
    if (done === true) return false;
    spend(value.byteLength);
    parts.push(value);
    have += value.byteLength;
    return true;
  };
  return {
    take: async (length) => {
      while (have < length) {
        if (await more()) continue;
        if (have === 0) return null;
        throw new ImageProblem(CUT);
      }
      const all = joined(parts, have);
      parts = [all.subarray(length)];
      have -= length;
      at += length;
      return all.subarray(0, length);
    },
    skip: async (length) => {
      at += length;
      let left = length;
      while (left >= have) {
        left -= have;
        parts = [];
        have = 0;
        if (left === 0) return;
        if (!(await more())) throw new ImageProblem(CUT);
      }
      parts = [joined(parts, have).subarray(left)];
      have -= left;
    },
    position: () => at,
    drain: async () => {
      parts = [];
      while (await more()) parts = [];
    },
  };
}

/** Avoids copying a single part, because a chunk has many headers. */
function joined(parts: readonly Uint8Array[], length: number): Buffer {
  const [first] = parts;
  return parts.length === 1 && first !== undefined
    ? Buffer.from(first.buffer, first.byteOffset, first.byteLength)
    : Buffer.concat(parts, length);
}

const CUT = 'The archive is truncated.';
