import type { ShardPlace } from '@almanac/core/snapshots';

export interface HeldPart {
  /** How the partition was divided at the time of the pull. */
  readonly bits: number;
  /** Null: all shards. */
  readonly prefixes: ReadonlySet<number> | null;
}

export type Held = ReadonlyMap<string, HeldPart>;

export function isHeld(held: Held, { partition, bits, prefix }: Pick<ShardPlace, 'partition' | 'bits' | 'prefix'>) {
  const part = held.get(partition);
  if (part === undefined || part.bits !== bits) return false;
  return part.prefixes === null || part.prefixes.has(prefix);
}

/** Converts to another division of the partition: a prefix is the first bits of a hash. */
export function dividedBy(bits: number, part: HeldPart): HeldPart {
  if (part.prefixes === null || part.bits === bits) return { bits, prefixes: part.prefixes };
  const prefixes = new Set<number>();
  for (const prefix of part.prefixes) {
    const [first, count] = range(prefix, bits - part.bits);
    for (let i = 0; i < count; i += 1) prefixes.add(first + i);
  }
  return { bits, prefixes };
}

function range(prefix: number, more: number): [first: number, count: number] {
  return more < 0 ? [Math.floor(prefix / 2 ** -more), 1] : [prefix * 2 ** more, 2 ** more];
}

/** Merges both, divided by the bits of the second. */
export function joined(before: HeldPart | undefined, next: HeldPart): HeldPart {
  if (before === undefined) return next;
  const { prefixes } = dividedBy(next.bits, before);
  if (prefixes === null || next.prefixes === null) return { bits: next.bits, prefixes: null };
  return { bits: next.bits, prefixes: new Set([...prefixes, ...next.prefixes]) };
}

export function isSameHeld(a: Held, b: Held): boolean {
  return (
    a.size === b.size &&
    [...a].every(([name, part]) => {
      const other = b.get(name);
      if (other?.bits !== part.bits || (other.prefixes === null) !== (part.prefixes === null)) return false;
      return (
        part.prefixes === null ||
        (other.prefixes?.size === part.prefixes.size && part.prefixes.isSubsetOf(other.prefixes))
      );
    })
  );
}
