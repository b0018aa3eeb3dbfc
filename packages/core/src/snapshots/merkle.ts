import { isSameBytes, joinBytes } from './encoding.ts';

export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** The hash of a whole subtree of 2^level leaves, the first of which is leaf index · 2^level. */
export type NodeReader = (level: number, index: number) => Uint8Array;

/*
 * The tree of RFC 6962 section 2.1. Leaves and nodes begin differently, so that no node can be passed off as a leaf. Sizes are below 2^48:
 * no arithmetic on bits, which JavaScript does on 32 of them.
 */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export function leafHash(sha256: Sha256, data: Uint8Array): Uint8Array {
  return sha256(joinBytes(LEAF, data));
}

export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(joinBytes(NODE, left, right));
}

/** The nodes above these leaves. */
export function nodesOf(sha256: Sha256, leaves: readonly Uint8Array[]): NodeReader {
  const levels: Uint8Array[][] = [[...leaves]];
  for (let below = leaves; below.length > 1; below = levels.at(-1) ?? []) {
    const above: Uint8Array[] = [];
    for (let i = 0; i + 1 < below.length; i += 2) above.push(nodeHash(sha256, at(below, i), at(below, i + 1)));
    levels.push(above);
  }
  return (level, index) => at(levels[level] ?? [], index);
}

function at(hashes: readonly Uint8Array[], index: number): Uint8Array {
  const hash = hashes[index];
  if (hash === undefined) throw new RangeError('no such node');
  return hash;
}

/** The root of the first `size` leaves. */
export function treeRoot(sha256: Sha256, nodes: NodeReader, size: number): Uint8Array {
  return size === 0 ? sha256(new Uint8Array()) : rangeHash(sha256, nodes, 0, size);
}

/** Leaves from a multiple of a power of two that is at least as large as their number. */
function rangeHash(sha256: Sha256, nodes: NodeReader, from: number, count: number): Uint8Array {
  const half = largestPowerBelow(count);
  if (count === 1 || half * 2 === count) return nodes(Math.round(Math.log2(count)), from / count);
  return nodeHash(sha256, rangeHash(sha256, nodes, from, half), rangeHash(sha256, nodes, from + half, count - half));
}

/** The largest power of two below a number above one; for one, one. */
function largestPowerBelow(count: number): number {
  let power = 1;
  while (power * 2 < count) power *= 2;
  return power;
}

/** The audit path of a leaf (RFC 6962 section 2.1.1), the deepest first. */
export function inclusionProof(sha256: Sha256, nodes: NodeReader, index: number, size: number): Uint8Array[] {
  const path = (from: number, count: number): Uint8Array[] => {
    if (count <= 1) return [];
    const half = largestPowerBelow(count);
    return index - from < half
      ? [...path(from, half), rangeHash(sha256, nodes, from + half, count - half)]
      : [...path(from + half, count - half), rangeHash(sha256, nodes, from, half)];
  };
  return path(0, size);
}

/** Whether the path leads from the leaf at this place to the root of a tree of this size. */
export function isIncluded(
  sha256: Sha256,
  proof: readonly Uint8Array[],
  leaf: { readonly hash: Uint8Array; readonly index: number },
  tree: { readonly root: Uint8Array; readonly size: number },
): boolean {
  const left = [...proof];
  const hashed = (index: number, count: number): Uint8Array | null => {
    if (count <= 1) return leaf.hash;
    const half = largestPowerBelow(count);
    const sibling = left.pop();
    if (sibling === undefined) return null;
    const isLeft = index < half;
    const own = isLeft ? hashed(index, half) : hashed(index - half, count - half);
    if (own === null) return null;
    return isLeft ? nodeHash(sha256, own, sibling) : nodeHash(sha256, sibling, own);
  };
  if (!(leaf.index >= 0 && leaf.index < tree.size) || proof.length > LONGEST_PROOF) return false;
  const root = hashed(leaf.index, tree.size);
  return root !== null && left.length === 0 && isSameBytes(root, tree.root);
}

/** More than a proof about 2^48 leaves has. */
const LONGEST_PROOF = 64;

/** That the tree of `size` leaves continues the one of `earlier` (RFC 6962 section 2.1.2). */
export function consistencyProof(sha256: Sha256, nodes: NodeReader, earlier: number, size: number): Uint8Array[] {
  const path = (known: number, from: number, count: number, isWhole: boolean): Uint8Array[] => {
    if (known === count) return isWhole ? [] : [rangeHash(sha256, nodes, from, count)];
    const half = largestPowerBelow(count);
    return known <= half
      ? [...path(known, from, half, isWhole), rangeHash(sha256, nodes, from + half, count - half)]
      : [...path(known - half, from + half, count - half, false), rangeHash(sha256, nodes, from, half)];
  };
  return earlier === 0 || earlier === size ? [] : path(earlier, 0, size, true);
}

export interface TreeHead {
  readonly size: number;
  readonly root: Uint8Array;
}

/** Whether the later tree is the earlier one with more leaves behind it (RFC 9162 section 2.1.4.2). */
export function isConsistent(
  sha256: Sha256,
  proof: readonly Uint8Array[],
  earlier: TreeHead,
  later: TreeHead,
): boolean {
  if (earlier.size > later.size || proof.length > LONGEST_PROOF) return false;
  if (earlier.size === later.size) return proof.length === 0 && isSameBytes(earlier.root, later.root);
  if (earlier.size === 0) return proof.length === 0;
  const left = [...proof];
  /** The roots of the earlier and the later tree over one range; the earlier is known where it is all of that tree. */
  const roots = (known: number, count: number, isWhole: boolean): { old: Uint8Array; now: Uint8Array } | null => {
    if (known === count) {
      const hash = isWhole ? earlier.root : left.pop();
      return hash === undefined ? null : { old: hash, now: hash };
    }
    const half = largestPowerBelow(count);
    const sibling = left.pop();
    if (sibling === undefined) return null;
    const own = known <= half ? roots(known, half, isWhole) : roots(known - half, count - half, false);
    if (own === null) return null;
    return known <= half
      ? { old: own.old, now: nodeHash(sha256, own.now, sibling) }
      : { old: nodeHash(sha256, sibling, own.old), now: nodeHash(sha256, sibling, own.now) };
  };
  const found = roots(earlier.size, later.size, true);
  return (
    found !== null && left.length === 0 && isSameBytes(found.old, earlier.root) && isSameBytes(found.now, later.root)
  );
}
