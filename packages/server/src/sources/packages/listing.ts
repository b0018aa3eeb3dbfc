import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import { type JsonMember, membersInside } from '../../platform/json-members.ts';
import type { StoredFile } from '../../platform/unpack.ts';
import type { LazyRecord, SourceRecord, Unreadable } from '../source.ts';
import { jsonChunks } from './file.ts';
import { PackageEntry } from './schema.ts';

/** Several times today's size, unpacked. */
export const MAX_LISTING_BYTES = 1 << 30;
const MEMBER = 'packages';
/** Longer than any attribute; a key has to fit into an index. */
const MAX_ATTRIBUTE = 500;

/** Reads to the end, so a truncated list fails before it is used. */
export async function countEntries(file: StoredFile): Promise<number> {
  let count = 0;
  for await (const _ of membersInside(jsonChunks(file, MAX_LISTING_BYTES), MEMBER, expectVersion)) count += 1;
  return count;
}

/** One producer writes a number, the other a string. */
function expectVersion({ name, bytes }: JsonMember): void {
  if (name !== 'version') return;
  const version = Buffer.from(bytes).toString();
  if (version !== '2' && version !== '"2"')
    throw new Error(`the list is of version ${version.slice(0, 40)} and not of 2`);
}

/** Yields entries one at a time. */
export async function* parseListing(
  file: StoredFile,
  channel: string,
): AsyncGenerator<LazyRecord<unknown> | Unreadable> {
  for await (const { name, bytes: raw } of membersInside(jsonChunks(file, MAX_LISTING_BYTES), MEMBER)) {
    if (name === '' || name.length > MAX_ATTRIBUTE || name.includes('\0')) {
      yield { unreadable: `${JSON.stringify(name.slice(0, 60))} is no attribute`, raw };
      continue;
    }
    const key = `${channel}/${name}`;
    yield { key, raw, read: () => listingEntry(key, raw) };
  }
}

export function listingEntry(key: string, raw: Uint8Array): SourceRecord<unknown> | Unreadable {
  const element = elementOf(raw);
  if ('unreadable' in element) return { unreadable: element.unreadable, raw, key };
  const { value } = element;
  const entry = PackageEntry.safeParse(value);
  if (!entry.success) return { unreadable: z.prettifyError(entry.error), raw, key };
  return { key, raw, value: withoutLine(value as PackageEntry), parsed: value };
}

/**
 * Removes line numbers, because every edit above a definition moves it: tens of thousands of packages a day. The file
 * counts as content.
 */
function withoutLine(entry: PackageEntry): unknown {
  const position = entry.meta?.['position'];
  if (typeof position !== 'string') return entry;
  return { ...entry, meta: { ...entry.meta, position: position.replace(/:\d+$/, '') } };
}
