import { hashOfHex, type TreeHead, toHex } from '@almanac/core/snapshots';

/** The log head that this browser verified last. A log that does not continue it is refused. */
export interface KeptHead {
  read(key: string): TreeHead | null;
  /** Returns false if the browser stores nothing: storage is full or forbidden. */
  keep(key: string, head: TreeHead): boolean;
}

const NAME = 'almanac-snapshot-log';

interface TextStore {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
}

/** `storage` may throw, as `localStorage` does if a visitor forbids it. */
export function keptHead(storage: () => TextStore): KeptHead {
  return {
    read,
    keep(key, { size, root }) {
      try {
        // Another tab may have verified a longer log.
        if ((read(key)?.size ?? -1) > size) return true;
        storage().setItem(NAME, JSON.stringify([key, size, toHex(root)]));
        return true;
      } catch {
        return false;
      }
    },
  };

  function read(key: string): TreeHead | null {
    try {
      const [of, size, hash] = JSON.parse(storage().getItem(NAME) ?? '[]') as unknown[];
      const root = hashOfHex(hash);
      return of === key && Number.isSafeInteger(size) && root !== null ? { size: size as number, root } : null;
    } catch {
      return null;
    }
  }
}
