import { createHash } from 'node:crypto';

/** A name and the hash of what it names; null: it is known to be gone. */
export interface Leaf {
  readonly source: string;
  readonly key: string;
  readonly sha256: Uint8Array | null;
}

/**
 * The root of a Merkle tree over the leaves, in whatever order they are given: equal roots mean the same keys with the
 * same bytes. The tree is that of RFC 9162 section 2.1.1, over the leaves sorted by source, then key, both by code units;
 * a leaf's data is the JSON array of source, key and the hash in lower-case hexadecimal or null, without spaces.
 */
export function merkleRoot(leaves: Iterable<Leaf>): Buffer {
  /** Whole subtrees, each of fewer leaves than the one before: no more than there are bits in the number of leaves. */
  const subtrees: { leaves: number; hash: Buffer }[] = [];
  for (const leaf of [...leaves].sort(bySourceAndKey)) {
    let tree = { leaves: 1, hash: hashLeaf(leaf) };
    for (let left = subtrees.at(-1); left?.leaves === tree.leaves; left = subtrees.at(-1)) {
      subtrees.pop();
      tree = { leaves: 2 * tree.leaves, hash: sha256(NODE, left.hash, tree.hash) };
    }
    subtrees.push(tree);
  }
  const last = subtrees.pop();
  if (last === undefined) return sha256();
  return subtrees.reduceRight((right, left) => sha256(NODE, left.hash, right), last.hash);
}

function bySourceAndKey(a: Leaf, b: Leaf): number {
  return byCodeUnits(a.source, b.source) || byCodeUnits(a.key, b.key);
}

function byCodeUnits(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Leaves and nodes begin differently, so that no node can be passed off as a leaf. */
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

function hashLeaf({ source, key, sha256: hash }: Leaf): Buffer {
  const hex = hash === null ? null : Buffer.from(hash).toString('hex');
  return sha256(LEAF, JSON.stringify([source, key, hex]));
}

function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
