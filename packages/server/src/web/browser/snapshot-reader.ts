import { type FileReader, SnapshotProblem } from '@almanac/core/snapshots';
import { ReaderProblem } from './snapshot-problem.ts';

export interface ReaderLimits {
  /** Files that are read at once. */
  readonly atOnce: number;
  /** Bytes of all files together. */
  readonly bytes: number;
  /** Milliseconds that one file may take. */
  readonly patience: number;
}

const LIMITS: ReaderLimits = { atOnce: 8, bytes: 64 << 20, patience: 60_000 };

/** Reads files of the snapshot that is published at an address. Nothing is sent but the paths of files. */
export function snapshotReader(address: string, limits: ReaderLimits = LIMITS): FileReader {
  const inTurn = turns(limits.atOnce);
  let left = limits.bytes;
  return (name, most) => inTurn(() => readFile(name, most));

  async function readFile(name: string, most: number): Promise<Uint8Array | null> {
    const response = await ask(name);
    if (response.status === 404 || response.status === 410) return null;
    if (!response.ok) throw unreachable(address, `answers with status ${response.status}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    const reader = response.body?.getReader();
    try {
      for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
        length += next.value.length;
        left -= next.value.length;
        if (length > most) throw new SnapshotProblem('object_too_large', name);
        if (left < 0) throw new SnapshotProblem('download_too_large', `${limits.bytes} bytes`);
        parts.push(next.value);
      }
    } catch (cause) {
      await reader?.cancel().catch(() => {});
      throw cause instanceof SnapshotProblem ? cause : unreachable(address, 'broke off', cause);
    }
    return new Uint8Array(await new Blob(parts.map((part) => Uint8Array.from(part))).arrayBuffer());
  }

  async function ask(name: string): Promise<Response> {
    try {
      return await fetch(`${address}/${name}`, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'error',
        // The only file that changes; all others may be kept for good.
        cache: name === 'checkpoint' ? 'no-cache' : 'default',
        signal: AbortSignal.timeout(limits.patience),
      });
    } catch (cause) {
      throw unreachable(address, 'cannot be reached, or does not let this site read it', cause);
    }
  }
}

function unreachable(address: string, words: string, cause?: unknown): ReaderProblem {
  return new ReaderProblem('snapshot_unreachable', `${new URL(address).host} ${words}.`, { cause });
}

/** Lets so many run at once; the others wait in the order in which they came. */
function turns(most: number): <T>(run: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (run) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await run();
    } finally {
      // The place is handed over as it is.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
