import path from 'node:path';
import { readOsRelease, type System } from '@almanac/core/lockfiles';
import { readScannedFile } from '@almanac/core/scan';
import { UsageError } from '../../errors.ts';
import { OS_RELEASE, RPM_DATABASES, UNREAD_DATABASES } from '../find-in-root.ts';
import { decoded, type GivenFile, MOST_BYTES } from '../read-files.ts';
import { describeUnread } from '../read-rpm-database.ts';
import { streamSource } from './byte-source.ts';
import { layerBytes } from './layer-stream.ts';
import { readManifest } from './manifest.ts';
import { type OpenImage, openImage } from './open-image.ts';
import { ImageProblem } from './problem.ts';
import { type Allowance, allowanceOf, type ImageLimits, readLayer } from './read-layer.ts';
import { applyLayer, emptyTree, type Folder, nodeAt, nodesOf, resolveInTree } from './tree.ts';

const GIB = 1024 ** 3;

export const IMAGE_LIMITS: ImageLimits = {
  bytes: 50 * GIB,
  entries: 2_000_000,
  fileBytes: MOST_BYTES,
  keptBytes: GIB / 2,
};

const RPM_IN_IMAGE = describeUnread('it is inside an image; unpack the image and scan it with --root');

const WANTED = {
  contents: new Set(OS_RELEASE),
  presence: new Map([...UNREAD_DATABASES, ...RPM_DATABASES.map((file) => [file, RPM_IN_IMAGE] as const)]),
};

export interface ImageDeps {
  readonly folder: string;
  readonly signal: AbortSignal;
  /** Called before each layer. */
  readonly each: (words: string) => void;
  readonly limits?: ImageLimits;
}

/**
 * The lists of packages and lockfiles of an image: what `docker save` writes, or an OCI layout. Its layers are put on each other in memory
 * as far as they matter; nothing is unpacked to a disk, and nothing of the image is run.
 */
export async function readImage(given: string, deps: ImageDeps): Promise<GivenFile[]> {
  const target = path.resolve(deps.folder, given);
  try {
    await using image = await openImage(target);
    const { tree, notJudged, climbing } = await treeOf(image, deps);
    const climbed = `ignored ${climbing} layer entries that point outside the root`;
    const left = climbing === 0 ? notJudged : [...notJudged, climbed];
    return [...(await filesOf(given, tree)), ...left.map((problem) => unread(given, problem))];
  } catch (error) {
    if (error instanceof ImageProblem) return [unread(given, error.message)];
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new UsageError(`${given}: no such file or directory`, WHAT_TO_NAME);
    throw error;
  }
}

const WHAT_TO_NAME = 'Pass a docker save archive, or an OCI layout as an archive or folder.';

async function treeOf(image: OpenImage, { signal, each, limits = IMAGE_LIMITS }: ImageDeps) {
  const { layers, notJudged } = await readManifest(image);
  const tree = emptyTree();
  const allowance = allowanceOf(limits);
  let climbing = 0;
  for (const [index, { part, sha256 }] of layers.entries()) {
    each(`layer ${index + 1} of ${layers.length}`);
    const found = await image.part(part);
    if (found === null) throw new ImageProblem(`The image lacks ${JSON.stringify(part.slice(0, 200))}.`);
    const bytes = layerBytes(found, sha256);
    try {
      const source = streamSource(bytes, (length) => spend(allowance, length, signal));
      const layer = await readLayer(source, WANTED, allowance);
      // What comes after the end of the archive is part of what the SHA-256 is of.
      await source.drain();
      climbing += layer.climbing;
      await applyLayer(tree, layer);
    } finally {
      // Closes the file of a layer that is refused on the way.
      await bytes.return(undefined);
    }
  }
  return { tree, notJudged, climbing };
}

function spend(allowance: Allowance, bytes: number, signal: AbortSignal): void {
  signal.throwIfAborted();
  allowance.bytes -= bytes;
  if (allowance.bytes < 0) throw new ImageProblem(`The image exceeds ${allowance.limits.bytes} bytes when unpacked.`);
}

async function filesOf(given: string, tree: Folder): Promise<GivenFile[]> {
  const system = await systemOf(tree);
  const files: GivenFile[] = [];
  for (const [file, node] of nodesOf(tree)) {
    const shown = `${given}:${file}`;
    if (node.kind === 'unread') files.push(unread(shown, node.problem));
    else if (node.kind === 'file' && !WANTED.contents.has(file)) {
      files.push({ path: shown, reading: readScannedFile(file, decoded(node.content), system) });
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function systemOf(tree: Folder): Promise<System | null> {
  for (const file of OS_RELEASE) {
    const target = await resolveInTree(tree, file);
    const node = target === null ? null : nodeAt(tree, target);
    if (node?.kind === 'file') return readOsRelease(decoded(node.content));
  }
  return null;
}

function unread(path: string, problem: string): GivenFile {
  return { path, reading: { file: null, problem } };
}
