import { crc32 } from 'node:zlib';

/** Parts of a snapshot that were found out before, each with a number that is noted of it and the names and ids that it depends on. */
export interface KnownParts {
  /** Undefined where nothing is known of it, or not any more. */
  get(part: string): number | undefined;
  /** In place of what was known of it. Where there are too many names and ids in all, nothing is. */
  set(part: string, noted: number, dependsOn: Iterable<string>): void;
  /** Forgets the parts that depend on one of these names or ids. */
  wake(touched: Iterable<string>): void;
}

/** Names and ids of all parts, 8 bytes each. */
const MOST = 8_000_000;
const FIRST = 1 << 16;

/** Names are kept as checksums: another name with the same one wakes a part for nothing. */
export function openKnownParts(most = MOST): KnownParts {
  const known = new Map<string, { readonly place: number; readonly noted: number }>();
  const parts: string[] = [];
  let pairs = new Uint32Array(2 * Math.min(FIRST, most));
  let count = 0;
  return {
    get: (part) => known.get(part)?.noted,
    set(part, noted, dependsOn) {
      known.delete(part);
      const sums = new Set(Array.from(dependsOn, sumBytes));
      const length = count + sums.size;
      if (length > most) return;
      if (2 * length > pairs.length) pairs = grown(pairs, 2 * Math.min(most, 2 * length));
      const place = parts.push(part) - 1;
      known.set(part, { place, noted });
      for (const sum of sums) {
        pairs[2 * count] = sum;
        pairs[2 * count + 1] = place;
        count += 1;
      }
    },
    wake(touched) {
      const sums = new Set(Array.from(touched, sumBytes));
      if (sums.size === 0) return;
      for (let i = 0; i < count; i += 1) {
        if (!sums.has(pairs[2 * i] as number)) continue;
        const place = pairs[2 * i + 1] as number;
        const part = parts[place] as string;
        if (known.get(part)?.place === place) known.delete(part);
      }
    },
  };
}

/** In small letters: what is compared in whatever case differs in nothing then, and other things are woken for nothing. */
function sumBytes(name: string): number {
  return crc32(name.toLowerCase());
}

function grown(pairs: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const longer = new Uint32Array(length);
  longer.set(pairs);
  return longer;
}
