import { isScannedInRoot } from '../find-files.ts';
import { INSTALLER } from '../installed/installed-files.ts';
import { isJar, readJar } from '../installed/read-jar.ts';
import { MAX_JAR_BYTES } from '../read-files.ts';
import type { ByteSource } from './byte-source.ts';
import { ImageProblem } from './problem.ts';
import { readTarEntries, type TarEntry } from './tar-entries.ts';
import { type Layer, type LayerEntry, layerPathOf, type TreeNode } from './tree.ts';

/** Bounds on what is read of an image; all of them together for its layers. */
export interface ImageLimits {
  /** What all layers unpack to. */
  readonly bytes: number;
  readonly entries: number;
  /** Of one file that is read. */
  readonly fileBytes: number;
  /** Of all files that are read, which are in memory at once. */
  readonly keptBytes: number;
}

/** What is left of the limits. */
export interface Allowance {
  readonly limits: ImageLimits;
  bytes: number;
  entries: number;
  keptBytes: number;
}

export function allowanceOf(limits: ImageLimits): Allowance {
  return { limits, bytes: limits.bytes, entries: limits.entries, keptBytes: limits.keptBytes };
}

/** Files besides lists and lockfiles that are looked for. */
export interface Wanted {
  readonly contents: ReadonlySet<string>;
  /** Of these it matters only whether they are there. */
  readonly presence: ReadonlyMap<string, string>;
}

/** Reads what a layer changes; the names of entries that climb out of the root are counted. */
export async function readLayer(
  source: ByteSource,
  wanted: Wanted,
  allowance: Allowance,
): Promise<Layer & { readonly climbing: number }> {
  const layer = { entries: [] as LayerEntry[], removed: [] as string[], emptied: [] as string[], climbing: 0 };
  const files = new Map<string, TreeNode>();
  for await (const entry of readTarEntries(source)) {
    allowance.entries -= 1;
    if (allowance.entries < 0) throw new ImageProblem(`The image has more than ${allowance.limits.entries} entries.`);
    const found = layerPathOf(entry.name);
    if (found === null) layer.climbing += 1;
    else if (found.kind === 'removed') layer.removed.push(found.path);
    else if (found.kind === 'emptied') layer.emptied.push(found.path);
    else if (found.path !== '') {
      const node = await nodeOf(entry, found.path, { wanted, files, allowance });
      if (node?.kind === 'file' || node?.kind === 'read') files.set(found.path, node);
      layer.entries.push({ path: found.path, folder: entry.type === '5', node });
    }
  }
  return layer;
}

interface Reading {
  readonly wanted: Wanted;
  /** The files of this layer that are read, for hard links to them. */
  readonly files: ReadonlyMap<string, TreeNode>;
  readonly allowance: Allowance;
}

async function nodeOf(entry: TarEntry, path: string, { wanted, files, allowance }: Reading): Promise<TreeNode | null> {
  if (entry.type === '2') return { kind: 'link', target: entry.link };
  if (entry.type !== '0' && entry.type !== '1') return null;
  const presence = wanted.presence.get(path);
  if (presence !== undefined) return { kind: 'unread', problem: presence };
  if (!isScannedInRoot(path) && !wanted.contents.has(path) && !isInstaller(path)) return null;
  if (entry.type === '1') {
    const target = layerPathOf(entry.link);
    return (target === null ? undefined : files.get(target.path)) ?? { kind: 'unread', problem: HARD_LINK };
  }
  if (isJar(path)) return readJarEntry(entry, path);
  const { fileBytes, keptBytes } = allowance.limits;
  // A database of rpm is larger than any list.
  const most = wanted.contents.has(path) ? keptBytes : fileBytes;
  if (entry.size > most) return { kind: 'unread', problem: `the file is too large: ${entry.size} bytes` };
  allowance.keptBytes -= entry.size;
  if (allowance.keptBytes < 0) throw new ImageProblem('The image files to read are too large in total.');
  // A copy: what was taken is part of a larger chunk, which would stay in memory with it.
  return { kind: 'file', content: Buffer.from(await entry.read()) };
}

/** Who has installed a package of Python: of a distribution, its own list has it. */
function isInstaller(path: string): boolean {
  return path.endsWith(`.dist-info/${INSTALLER}`);
}

/** The archive is not kept: many of them would fill the memory. */
async function readJarEntry(entry: TarEntry, path: string): Promise<TreeNode> {
  if (entry.size > MAX_JAR_BYTES) return { kind: 'unread', problem: `the file is too large: ${entry.size} bytes` };
  return { kind: 'read', reading: readJar(await entry.read(), path) };
}

const HARD_LINK = 'it is a hard link, which is not supported';
