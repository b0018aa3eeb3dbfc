import { SnapshotProblem, type SnapshotProblemCode } from '../../src/snapshots/problem.ts';

/** The code with which something is refused. */
export function codeOf(act: () => unknown): SnapshotProblemCode | 'accepted' {
  try {
    act();
    return 'accepted';
  } catch (error) {
    if (error instanceof SnapshotProblem) return error.code;
    throw error;
  }
}
