import type { ScannedReading } from '@almanac/core/scan';
import { resolvePath } from '../resolve-path.ts';

/** Relevant parts of a file system: files to read, links, which paths may use, and their folders. */
export type TreeNode =
  | { readonly kind: 'file'; readonly content: Buffer }
  /** Only the result was kept. */
  | { readonly kind: 'read'; readonly reading: ScannedReading }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'unread'; readonly problem: string }
  | Folder;

export interface Folder {
  readonly kind: 'folder';
  readonly children: Map<string, TreeNode>;
}

export function emptyTree(): Folder {
  return { kind: 'folder', children: new Map() };
}

/** Iterates over all nodes except folders. */
export function* nodesOf(tree: Folder): Generator<readonly [path: string, node: Exclude<TreeNode, Folder>]> {
  const open: [string, TreeNode][] = [['', tree]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [path, node] = next;
    if (node.kind !== 'folder') yield [path, node];
    else for (const [name, child] of node.children) open.push([path === '' ? name : `${path}/${name}`, child]);
  }
}

/** `node` is null for entries that only hide others: folders, other files, devices. */
export interface LayerEntry {
  readonly path: string;
  readonly folder: boolean;
  readonly node: TreeNode | null;
}

export interface Layer {
  /** In archive order; the last entry of a path counts. */
  readonly entries: readonly LayerEntry[];
  /** Paths deleted from the layers below. */
  readonly removed: readonly string[];
  /** Folders whose content in the layers below is hidden. */
  readonly emptied: readonly string[];
}

const WHITEOUT = '.wh.';
const OPAQUE = '.wh..wh..opq';

/** Classifies an archive name as path or whiteout; null if it climbs out. */
export function layerPathOf(
  name: string,
): { readonly kind: 'entry' | 'removed' | 'emptied'; readonly path: string } | null {
  const steps = name.split('/').filter((step) => step !== '' && step !== '.');
  if (steps.includes('..')) return null;
  const last = steps.at(-1) ?? '';
  const above = steps.slice(0, -1);
  if (last === OPAQUE) return { kind: 'emptied', path: above.join('/') };
  if (last.startsWith(WHITEOUT)) return { kind: 'removed', path: [...above, last.slice(WHITEOUT.length)].join('/') };
  return { kind: 'entry', path: steps.join('/') };
}

/** Applies a layer. Whiteouts affect only the layers below, wherever they are in the archive. */
export async function applyLayer(tree: Folder, { entries, removed, emptied }: Layer): Promise<void> {
  for (const path of removed) remove(tree, path);
  for (const path of emptied) {
    const node = nodeAt(tree, path);
    if (node?.kind === 'folder') node.children.clear();
  }
  for (const { path, folder, node } of entries) {
    const at = await placeOf(tree, path);
    if (at === null || at === '') continue;
    // A folder merges with a folder, and replaces anything else.
    if (folder && nodeAt(tree, at)?.kind === 'folder') continue;
    remove(tree, at);
    if (node !== null) put(tree, at, node);
  }
}

/** Resolves links in parent folders. */
async function placeOf(tree: Folder, path: string): Promise<string | null> {
  const slash = path.lastIndexOf('/');
  if (slash === -1) return path;
  const above = await resolveInTree(tree, path.slice(0, slash));
  return above === null ? null : `${above}${above === '' ? '' : '/'}${path.slice(slash + 1)}`;
}

export function resolveInTree(tree: Folder, path: string): Promise<string | null> {
  return resolvePath(path, (at) => {
    const node = nodeAt(tree, at);
    return node?.kind === 'link' ? node.target : null;
  });
}

export function nodeAt(tree: Folder, path: string): TreeNode | null {
  let node: TreeNode = tree;
  for (const step of path === '' ? [] : path.split('/')) {
    const child: TreeNode | undefined = node.kind === 'folder' ? node.children.get(step) : undefined;
    if (child === undefined) return null;
    node = child;
  }
  return node;
}

function remove(tree: Folder, path: string): void {
  const slash = path.lastIndexOf('/');
  const above = nodeAt(tree, slash === -1 ? '' : path.slice(0, slash));
  if (above?.kind === 'folder') above.children.delete(path.slice(slash + 1));
}

/** Creates parent folders, replacing files. */
function put(tree: Folder, path: string, node: TreeNode): void {
  const steps = path.split('/');
  const name = steps.pop() ?? '';
  let folder = tree;
  for (const step of steps) {
    const child = folder.children.get(step);
    const next = child?.kind === 'folder' ? child : emptyTree();
    folder.children.set(step, next);
    folder = next;
  }
  folder.children.set(name, node);
}
