import type { SnapshotTarget } from '../../../src/ingest/snapshots/target.ts';

/** Ends before the n-th change of the target, as a crash would. */
export function cutOff(target: SnapshotTarget, after: number): SnapshotTarget {
  let changes = 0;
  const counted = () => {
    changes += 1;
    if (changes > after) throw new Error('cut off');
  };
  return {
    ...target,
    async write(...args) {
      counted();
      await target.write(...args);
    },
    async settle() {
      counted();
      await target.settle();
    },
    async remove(name) {
      counted();
      await target.remove(name);
    },
  };
}
