import { ImageProblem } from './problem.ts';

export const TAR_BLOCK = 512;

export interface TarHeader {
  readonly name: string;
  /**
   * `0` file, `1` hard link, `2` symlink, `5` folder; `x`, `g`, `L`, `K` describe the next entry; others are devices.
   */
  readonly type: string;
  readonly size: number;
  readonly link: string;
}

/** Parses ustar and GNU headers; null for an empty block, which ends the archive. */
export function readTarHeader(block: Buffer): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null;
  const text = (start: number, length: number) => block.toString('utf8', start, start + length).split('\0', 1)[0] ?? '';
  if (octal(block, 148, 8) !== checksum(block)) throw new ImageProblem('An archive entry has a wrong checksum.');
  const prefix = text(257, 5) === 'ustar' && block[262] === 0 ? text(345, 155) : '';
  const name = text(0, 100);
  const type = text(156, 1);
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    type: type === '' || type === '7' ? '0' : type,
    size: sizeOf(block),
    link: text(157, 100),
  };
}

/** Parses pax records: `22 path=usr/share/a\n`. */
export function readPax(content: Buffer): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(0x20, at);
    const length = space === -1 ? Number.NaN : Number(content.toString('latin1', at, space));
    if (!Number.isSafeInteger(length) || length < space - at + 2 || at + length > content.length)
      throw new ImageProblem('A pax header is malformed.');
    const record = content.toString('utf8', space + 1, at + length - 1);
    const equals = record.indexOf('=');
    fields.set(record.slice(0, equals), record.slice(equals + 1));
    at += length;
  }
  return fields;
}

/** Octal, or base 256 if the first bit is set. */
function sizeOf(block: Buffer): number {
  const size = ((block[124] ?? 0) & 0x80) === 0 ? octal(block, 124, 12) : Number(block.readBigUInt64BE(128));
  if (!Number.isSafeInteger(size)) throw new ImageProblem('An archive entry has an invalid size.');
  return size;
}

function octal(block: Buffer, start: number, length: number): number {
  const digits =
    block
      .toString('latin1', start, start + length)
      .split('\0', 1)[0]
      ?.trim() ?? '';
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : digits === '' ? 0 : Number.NaN;
}

/** Counts the checksum field itself as spaces. */
function checksum(block: Buffer): number {
  let sum = 0;
  for (let at = 0; at < TAR_BLOCK; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  return sum;
}
