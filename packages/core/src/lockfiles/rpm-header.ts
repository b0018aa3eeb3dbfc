/** A package as rpm keeps it in its database. */
export interface RpmPackage {
  readonly name: string;
  readonly epoch: number | null;
  readonly version: string;
  readonly release: string;
  readonly arch: string | null;
  /** The file of the source package: `bind-9.16.23-24.el9_5.src.rpm`. */
  readonly sourceRpm: string | null;
  /** The label of the module that it belongs to: `nodejs:20:9050020250203:rhel9`. */
  readonly module: string | null;
}

export type RpmHeaderReading =
  | { readonly package: RpmPackage; readonly problem: null }
  | { readonly package: null; readonly problem: string };

/** rpm itself accepts no more entries; headers of packages with very many files have some 10 MiB of data. */
export const RPM_HEADER_LIMITS = { entries: 65_535, bytes: 64 * 1024 * 1024 } as const;

const TAGS = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  arch: 1022,
  sourceRpm: 1044,
  module: 5096,
} as const;
const WANTED: ReadonlySet<number> = new Set(Object.values(TAGS));

const INT32 = 4;
const STRING = 6;

const PREAMBLE = 8;
const ENTRY = 16;
/** Names, versions and labels are far shorter. */
const MAX_LENGTH = 500;

/** Thrown while a header is read and caught in `parseRpmHeader`. */
class HeaderProblem extends Error {
  override readonly name = 'HeaderProblem';
}

/**
 * Parses a header as the database of rpm stores it: the number of entries and the length of the data, the entries with tag, type, offset
 * and count, then the data. All numbers are big-endian. https://rpm-software-management.github.io/rpm/manual/hregions.html
 *
 * The bytes may come from anybody: every offset is checked, and nothing is allocated by a number in the header.
 */
export function parseRpmHeader(bytes: Uint8Array): RpmHeaderReading {
  try {
    return { package: readPackage(bytes), problem: null };
  } catch (error) {
    if (error instanceof HeaderProblem) return { package: null, problem: error.message };
    throw error;
  }
}

interface Field {
  readonly type: number;
  readonly offset: number;
}

function readPackage(bytes: Uint8Array): RpmPackage {
  const { fields, data } = readFields(bytes);
  const find = (tag: keyof typeof TAGS): Field | null => fields.get(TAGS[tag]) ?? null;
  const readRequired = (tag: keyof typeof TAGS): string => {
    const field = find(tag);
    if (field === null) throw new HeaderProblem(`the header has no ${tag}`);
    return readString(data, field, tag);
  };
  const readOptional = (tag: keyof typeof TAGS): string | null => (find(tag) === null ? null : readRequired(tag));
  const epoch = find('epoch');
  return {
    name: readRequired('name'),
    epoch: epoch === null ? null : readNumber(data, epoch, 'epoch'),
    version: readRequired('version'),
    release: readRequired('release'),
    arch: readOptional('arch'),
    sourceRpm: readOptional('sourceRpm'),
    module: readOptional('module'),
  };
}

function readFields(bytes: Uint8Array): { readonly fields: ReadonlyMap<number, Field>; readonly data: Uint8Array } {
  if (bytes.length < PREAMBLE) throw new HeaderProblem('the header is truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries = view.getUint32(0);
  const length = view.getUint32(4);
  if (entries === 0 || entries > RPM_HEADER_LIMITS.entries)
    throw new HeaderProblem(`the header has ${entries} entries`);
  if (length > RPM_HEADER_LIMITS.bytes) throw new HeaderProblem(`the header has ${length} bytes of data`);
  const start = PREAMBLE + entries * ENTRY;
  if (start + length > bytes.length) throw new HeaderProblem('the header is truncated');
  const fields = new Map<number, Field>();
  for (let at = PREAMBLE; at < start; at += ENTRY) {
    const tag = view.getUint32(at);
    // An entry that rpm added later comes after those of the package itself and does not replace one.
    if (WANTED.has(tag) && !fields.has(tag)) {
      fields.set(tag, { type: view.getUint32(at + 4), offset: view.getUint32(at + 8) });
    }
  }
  return { fields, data: bytes.subarray(start, start + length) };
}

function readString(data: Uint8Array, { type, offset }: Field, tag: string): string {
  if (type !== STRING) throw new HeaderProblem(`the header's ${tag} is not text`);
  const end = data.subarray(offset, offset + MAX_LENGTH + 1).indexOf(0);
  if (offset >= data.length || end === -1) throw new HeaderProblem(`the header's ${tag} is not terminated`);
  const text = String.fromCharCode(...data.subarray(offset, offset + end));
  if (!PRINTABLE.test(text)) throw new HeaderProblem(`the header's ${tag} is not plain text`);
  return text;
}

const PRINTABLE = /^[\x21-\x7e]+$/;

function readNumber(data: Uint8Array, { type, offset }: Field, tag: string): number {
  if (type !== INT32) throw new HeaderProblem(`the header's ${tag} is not a number`);
  if (offset + 4 > data.length) throw new HeaderProblem(`the header's ${tag} is truncated`);
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(offset);
}
