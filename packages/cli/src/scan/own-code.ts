/** Beginnings of lockfile readers' reasons for the project's own code and for entries outside the build. */
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

/** Reports whether a skipped entry needs no check. Any other reason, also a new one, leaves something unchecked. */
export function isNothingOfOthers(reason: string): boolean {
  return BEGINNINGS.some((beginning) => reason.startsWith(beginning));
}
