import { UsageError } from '../errors.ts';
import type { Session } from '../session.ts';
import { findFiles } from './find-files.ts';
import { findInRoot } from './find-in-root.ts';
import { readImage } from './image/read-image.ts';
import { type GivenFile, readFiles } from './read-files.ts';

/** What is scanned instead of paths. */
export interface WhatIsScanned {
  /** The root of a system. */
  readonly root?: string;
  /** An archive of an image, or a folder with one. */
  readonly image?: string;
}

/** The files of the paths, of a whole system or of an image, as they were read. */
export async function givenFiles(
  { progress, signal, folder }: Pick<Session, 'progress' | 'signal' | 'folder'>,
  paths: readonly string[],
  { root, image }: WhatIsScanned,
): Promise<GivenFile[]> {
  if ([paths.length > 0, root !== undefined, image !== undefined].filter(Boolean).length > 1) {
    throw new UsageError('Paths, --root and --image cannot be scanned at once.', 'Choose one.');
  }
  const each = (file: string): void => {
    signal.throwIfAborted();
    progress.show(`reading ${file}`);
  };
  if (image !== undefined) return readImage(image, { folder, signal, each });
  const found = await (root === undefined ? findFiles(folder, paths, signal) : findInRoot(folder, root, signal));
  return readFiles(folder, found, each);
}
