import { fromBase64, toBase64 } from './encoding.ts';
import type { TreeHead } from './merkle.ts';
import { SnapshotProblem } from './problem.ts';

/** The head of a log, as C2SP tlog-checkpoint writes it. */
export interface Checkpoint extends TreeHead {
  /** The name of the log. */
  readonly origin: string;
}

export function printCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** Lines behind the third are extensions, and are passed over. */
export function readCheckpoint(text: string, origin: string): Checkpoint {
  const [name = '', size = '', encoded = ''] = text.split('\n');
  const root = fromBase64(encoded);
  if (name === '' || !/^(?:0|[1-9]\d{0,13})$/.test(size) || root?.length !== 32) {
    throw new SnapshotProblem('checkpoint_malformed');
  }
  if (name !== origin) throw new SnapshotProblem('origin_wrong', name.slice(0, 100));
  return { origin, size: Number(size), root };
}
