/** How the readers of lockfiles begin to say that an entry is code of the project itself, or is not in the build at all. */
const BEGINNINGS: readonly string[] = [
  'a crate of this project',
  'a patch that nothing in the file uses',
  'a folder of this project',
  'a workspace of this project',
  'a link to the folder ',
  'a copy of the folder ',
  'a gem of the folder ',
  'a key, which is no package',
  'a package that is not installed',
  'a file of constraints',
  'only its go.mod was read',
  'the folder ',
  'replaced by the folder ',
  'it is a file',
  'it is data',
  'it is a cryptographic asset',
  'it is the operating system, whose packages are listed',
  'it is a source package; the packages that were built from it are listed',
];

/**
 * Whether what was skipped brings nothing of others into the build, so that there is nothing to check. Any other reason, also one that
 * is new, leaves something unchecked.
 */
export function isNothingOfOthers(reason: string): boolean {
  return BEGINNINGS.some((beginning) => reason.startsWith(beginning));
}
