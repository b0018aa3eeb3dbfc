import { UsageError } from '../errors.ts';
import type { Session } from '../session.ts';
import { findFiles } from './find-files.ts';
import { findInRoot } from './find-in-root.ts';
import { readImage } from './image/read-image.ts';
import { readClosure } from './read-closure.ts';
import { type GivenFile, readFiles } from './read-files.ts';

export interface WhatIsScanned {
  /** Root folder of a system. */
  readonly root?: string;
  /** Image archive or folder. */
  readonly image?: string;
  /** Nix store path, or a link to one. */
  readonly closure?: string;
}

export async function givenFiles(
  session: Pick<Session, 'progress' | 'signal' | 'folder' | 'environment'>,
  paths: readonly string[],
  { root, image, closure }: WhatIsScanned,
): Promise<GivenFile[]> {
  const { progress, signal, folder } = session;
  if ([paths.length > 0, ...[root, image, closure].map((each) => each !== undefined)].filter(Boolean).length > 1) {
    throw new UsageError('Use only one of: paths, --root, --image, --closure.', 'Choose one.');
  }
  const each = (file: string): void => {
    signal.throwIfAborted();
    progress.show(`reading ${file}`);
  };
  if (closure !== undefined) {
    each(closure);
    return [await readClosure(session, closure)];
  }
  if (image !== undefined) return readImage(image, { folder, signal, each });
  const found = await (root === undefined ? findFiles(folder, paths, signal) : findInRoot(folder, root, signal));
  return readFiles(folder, found, each);
}
