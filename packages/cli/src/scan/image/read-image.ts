import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOsRelease, type System } from '@almanac/core/lockfiles';
import { readScannedFile } from '@almanac/core/scan';
import { UsageError } from '../../errors.ts';
import { OS_RELEASE, OTHER_RPM_DATABASES, RPM_DATABASES, UNREAD_DATABASES } from '../find-in-root.ts';
import {
  hasNodeLockfile,
  INSTALLER,
  isInstalledFile,
  isOfDistribution,
  projectOfModule,
} from '../installed/installed-files.ts';
import { decoded, type GivenFile, MOST_BYTES } from '../read-files.ts';
import { readRpmFile, SIDE_FILES } from '../read-rpm-database.ts';
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

const WANTED = {
  contents: new Set([
    ...OS_RELEASE,
    ...RPM_DATABASES.flatMap((file) => [file, ...SIDE_FILES.map((suffix) => `${file}${suffix}`)]),
  ]),
  presence: UNREAD_DATABASES,
};

export interface ImageDeps {
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly each: (words: string) => void;
  readonly limits?: ImageLimits;
}

/**
 * Reads package lists and lockfiles of an image. Relevant files of all layers are merged in memory; only an rpm
 * database is written to disk, and nothing of the image is run.
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
      // The SHA-256 also covers bytes after the end of the archive.
      await source.drain();
      climbing += layer.climbing;
      await applyLayer(tree, layer);
    } finally {
      // Closes the file if a layer is refused.
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
  const rpm = await rpmDatabaseOf(given, tree, system);
  const files: GivenFile[] = rpm === null ? [] : [rpm];
  for (const [file, node] of nodesOf(tree)) {
    const shown = `${given}:${file}`;
    if (isJudgedElsewhere(tree, file) || (rpm !== null && OTHER_RPM_DATABASES.includes(file))) continue;
    if (node.kind === 'unread') files.push(unread(shown, node.problem));
    else if (node.kind === 'read') files.push({ path: shown, reading: node.reading });
    else if (node.kind === 'file' && !WANTED.contents.has(file)) {
      files.push({ path: shown, reading: readScannedFile(file, decoded(node.content), system) });
    }
  }
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Reports whether a package list or a lockfile beside node_modules covers the file. */
function isJudgedElsewhere(tree: Folder, file: string): boolean {
  if (path.posix.basename(file) === INSTALLER) return true;
  const project = projectOfModule(file);
  if (project !== null) {
    const folder = nodeAt(tree, project);
    return folder?.kind === 'folder' && hasNodeLockfile(folder.children.keys());
  }
  if (!isInstalledFile(file)) return false;
  const installer = nodeAt(tree, `${path.posix.dirname(file)}/${INSTALLER}`);
  return isOfDistribution(file, installer?.kind === 'file' ? decoded(installer.content) : null);
}

/** Writes the first rpm database to disk, because SQLite reads only files. */
async function rpmDatabaseOf(given: string, tree: Folder, system: System | null): Promise<GivenFile | null> {
  for (const file of RPM_DATABASES) {
    const target = await resolveInTree(tree, file);
    const node = target === null ? null : nodeAt(tree, target);
    if (target === null || node?.kind !== 'file' || node.content.length === 0) continue;
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-image-'));
    try {
      const database = path.join(folder, 'rpmdb.sqlite');
      await writeFile(database, node.content);
      for (const suffix of SIDE_FILES) {
        const side = nodeAt(tree, `${target}${suffix}`);
        if (side?.kind === 'file') await writeFile(`${database}${suffix}`, side.content);
      }
      return { path: `${given}:${target}`, reading: await readRpmFile(database, system) };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return null;
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
