import { open } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type FileReader, openSnapshot, SnapshotProblem } from '@almanac/core/snapshots';
import { isSignedBy } from '../platform/ed25519.ts';
import { sha256 } from '../store/packing.ts';

/** Where snapshots are published, and the key that they are verified by. */
export interface PublishedSnapshot {
  readonly url: string;
  readonly verifierKey: string;
  /** Where the files are, if this process can read them: it serves them and knows their age. */
  readonly folder?: string | undefined;
}

/** What readers are told about the snapshots of this deployment. */
export interface SnapshotNotice {
  readonly url: string;
  readonly verifierKey: string;
  /** Null: the files are elsewhere, and this process does not know how old they are. */
  readonly published: string | null;
  readonly expires: string | null;
}

/** The folder is read again after this long. */
const FRESH_MS = 10_000;
/** Before every snapshot expires: an expired one is announced with its date. */
const WHATEVER_AGE = new Date(0);

const unpacked = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/** Tells readers where snapshots are and how old the newest one is; null where none is published, or none can be read. */
export function announceSnapshot(
  published: PublishedSnapshot | null,
  now: () => number,
): () => Promise<SnapshotNotice | null> {
  let known: { readonly at: number; readonly notice: Promise<SnapshotNotice | null> } | null = null;
  return () => {
    if (published === null) return Promise.resolve(null);
    if (known === null || Math.abs(now() - known.at) >= FRESH_MS) known = { at: now(), notice: readNotice(published) };
    return known.notice;
  };
}

async function readNotice({ url, verifierKey, folder }: PublishedSnapshot): Promise<SnapshotNotice | null> {
  if (folder === undefined) return { url, verifierKey, published: null, expires: null };
  const io = {
    crypto: { sha256, verify: isSignedBy },
    read: readerOf(folder),
    unpack: async (bytes: Uint8Array, most: number) => (await unpacked(bytes, { maxOutputLength: most })).toString(),
  };
  try {
    const { manifest } = await openSnapshot(io, { key: verifierKey, verified: null }, WHATEVER_AGE);
    return { url, verifierKey, published: manifest.published, expires: manifest.expires };
  } catch {
    // Nothing is published yet, or it is another log: readers would be refused as well.
    return null;
  }
}

function readerOf(folder: string): FileReader {
  return async (name, most) => {
    const handle = await open(path.join(folder, name)).catch(() => null);
    if (handle === null) return null;
    try {
      if ((await handle.stat()).size > most) throw new SnapshotProblem('object_too_large', name);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  };
}
