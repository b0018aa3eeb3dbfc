import { isScannedInRoot } from '../find-files.ts';
import { INSTALLER } from '../installed/installed-files.ts';
import { isJar, readJar } from '../installed/read-jar.ts';
import { MAX_JAR_BYTES } from '../read-files.ts';
import type { ByteSource } from './byte-source.ts';
import { ImageProblem } from './problem.ts';
import { readTarEntries, type TarEntry } from './tar-entries.ts';
import { type Layer, type LayerEntry, layerPathOf, type TreeNode } from './tree.ts';

/** Limits shared by all layers of an image. */
export interface ImageLimits {
  /** Unpacked bytes of all layers. */
  readonly bytes: number;
  readonly entries: number;
  /** Largest file that is read. */
  readonly fileBytes: number;
  /** All files read, which are in memory at once. */
  readonly keptBytes: number;
}

export interface Allowance {
  readonly limits: ImageLimits;
  bytes: number;
  entries: number;
  keptBytes: number;
}

export function allowanceOf(limits: ImageLimits): Allowance {
  return { limits, bytes: limits.bytes, entries: limits.entries, keptBytes: limits.keptBytes };
}

export interface Wanted {
  readonly contents: ReadonlySet<string>;
  /** Files whose presence alone matters. */
  readonly presence: ReadonlyMap<string, string>;
}

/** Reads a layer's changes, and counts entries that climb out of the root. */
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
  /** Targets of hard links in this layer. */
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
  // An rpm database is larger than any list.
  const most = wanted.contents.has(path) ? keptBytes : fileBytes;
  if (entry.size > most) return { kind: 'unread', problem: `the file is too large: ${entry.size} bytes` };
  allowance.keptBytes -= entry.size;
  if (allowance.keptBytes < 0) throw new ImageProblem('The image files to read are too large in total.');
  // Copies, so that the larger chunk can be freed.
  return { kind: 'file', content: Buffer.from(await entry.read()) };
}

/** INSTALLER tells which Python packages the distribution's own list has. */
function isInstaller(path: string): boolean {
  return path.endsWith(`.dist-info/${INSTALLER}`);
}

/** Drops the archive, because many would fill the memory. */
async function readJarEntry(entry: TarEntry, path: string): Promise<TreeNode> {
  if (entry.size > MAX_JAR_BYTES) return { kind: 'unread', problem: `the file is too large: ${entry.size} bytes` };
  return { kind: 'read', reading: readJar(await entry.read(), path) };
}

const HARD_LINK = 'it is a hard link, which is not supported';
