export {
  type InstalledForm,
  type InstalledPackage,
  installedFormOf,
  type JarManifest,
  packageOfJar,
  readInstalled,
  readJarManifest,
  readPomProperties,
} from './installed-packages.ts';
export { isLockfileOfOthers, LOCKFILE_KINDS, type LockfileKind, lockfileKindOf } from './kinds.ts';
export { LOCKFILE_LIMITS, type LockfileLimits } from './model.ts';
export { readOsRelease, type System } from './os-release.ts';
export { type Lockfile, type LockfileReading, readLockfile } from './read.ts';
export { type RpmRow } from './rpm-database.ts';
export { RPM_HEADER_LIMITS } from './rpm-header.ts';
