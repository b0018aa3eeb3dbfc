export { isLockfileOfOthers, LOCKFILE_KINDS, lockfileKindOf } from './kinds.ts';
export {
  LOCKFILE_LIMITS,
  type Lockfile,
  type LockfileKind,
  type LockfileLimits,
  type LockfileReading,
} from './model.ts';
export { readLockfile } from './read.ts';
