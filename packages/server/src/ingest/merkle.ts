import { leafHash, nodeHash } from '@almanac/core/snapshots';
import { sha256 } from '../store/packing.ts';

/** A name and the hash of what it names; null: it is known to be gone. */
export interface Leaf {
  readonly source: string;
  readonly key: string;
  readonly sha256: Uint8Array | null;
}

/** Takes leaves in their order and holds no more of them than there are bits in their number. */
export interface MerkleTree {
  /** Throws for a leaf that does not come after the one before. */
  add(leaf: Leaf): void;
  root(): Buffer;
}

/**
 * Equal roots mean the same keys with the same bytes. The tree is that of RFC 9162 section 2.1.1, over the leaves sorted by
 * source, then key, both by their bytes in UTF-8, as `sort` and PostgreSQL do under the locale C; a leaf's data is the JSON
 * array of source, key and the hash in lower-case hexadecimal or null, without spaces.
 */
export function openMerkleTree(): MerkleTree {
  /** Whole subtrees, each of fewer leaves than the one before. */
  const subtrees: { leaves: number; hash: Uint8Array }[] = [];
  let last: Leaf | null = null;
  return {
    add(leaf) {
      if (last !== null && bySourceAndKey(last, leaf) >= 0) throw new Error(`${leaf.key} came after ${last.key}`);
      last = leaf;
      let tree = { leaves: 1, hash: hashLeaf(leaf) };
      for (let left = subtrees.at(-1); left?.leaves === tree.leaves; left = subtrees.at(-1)) {
        subtrees.pop();
        tree = { leaves: 2 * tree.leaves, hash: nodeHash(sha256, left.hash, tree.hash) };
      }
      subtrees.push(tree);
    },
    root() {
      const right = subtrees.at(-1);
      if (right === undefined) return sha256('');
      return Buffer.from(
        subtrees.slice(0, -1).reduceRight((hash, left) => nodeHash(sha256, left.hash, hash), right.hash),
      );
    },
  };
}

/** For a few leaves, in any order. */
export function merkleRoot(leaves: Iterable<Leaf>): Buffer {
  const tree = openMerkleTree();
  for (const leaf of [...leaves].sort(bySourceAndKey)) tree.add(leaf);
  return tree.root();
}

function bySourceAndKey(a: Leaf, b: Leaf): number {
  return byBytes(a.source, b.source) || byBytes(a.key, b.key);
}

function byBytes(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function hashLeaf({ source, key, sha256: hash }: Leaf): Uint8Array {
  const hex = hash === null ? null : Buffer.from(hash).toString('hex');
  return leafHash(sha256, Buffer.from(JSON.stringify([source, key, hex])));
}
