import type { ByteSource } from './byte-source.ts';
import { ImageProblem } from './problem.ts';
import { readPax, readTarHeader, TAR_BLOCK, type TarHeader } from './tar-header.ts';

/** An entry with its full name. Read the content before requesting the next entry. */
export interface TarEntry extends TarHeader {
  /** Offset of the content in the archive. */
  readonly start: number;
  readonly read: () => Promise<Buffer>;
}

/** Extension headers have some hundred bytes. */
const LONGEST_HEADER = 1024 * 1024;
const LONGEST_NAME = 4096;

/** Throws if the archive is truncated. */
export async function* readTarEntries(source: ByteSource): AsyncGenerator<TarEntry> {
  let said: ReadonlyMap<string, string> = new Map();
  for (;;) {
    const block = await source.take(TAR_BLOCK);
    // Some tools omit the final empty blocks.
    const header = block === null ? null : readTarHeader(block);
    if (header === null) return;
    if (ABOUT_NEXT.includes(header.type)) {
      said = new Map([...said, ...(await readAbout(header, source))]);
      continue;
    }
    const size = numberOf(said.get('size')) ?? header.size;
    const name = said.get('path') ?? header.name;
    const link = said.get('linkpath') ?? header.link;
    said = new Map();
    if (name.length > LONGEST_NAME || link.length > LONGEST_NAME)
      throw new ImageProblem('An entry name is not terminated.');
    const start = source.position();
    const length = header.type === '0' ? size : 0;
    let taken = false;
    yield {
      name,
      type: header.type,
      size: length,
      link,
      start,
      read: async () => {
        taken = true;
        return takeAll(source, length);
      },
    };
    const padding = (TAR_BLOCK - (length % TAR_BLOCK)) % TAR_BLOCK;
    await source.skip((taken ? 0 : length) + padding);
  }
}

const ABOUT_NEXT: readonly string[] = ['x', 'g', 'L', 'K'];

async function readAbout({ type, size }: TarHeader, source: ByteSource): Promise<ReadonlyMap<string, string>> {
  if (size > LONGEST_HEADER) throw new ImageProblem('An archive header is too long.');
  const content = await takeAll(source, size);
  await source.skip((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK);
  if (type === 'g') return new Map();
  if (type === 'x') return readPax(content);
  return new Map([[type === 'L' ? 'path' : 'linkpath', content.toString('utf8').split('\0', 1)[0] ?? '']]);
}

async function takeAll(source: ByteSource, length: number): Promise<Buffer> {
  const bytes = length === 0 ? Buffer.alloc(0) : await source.take(length);
  if (bytes === null) throw new ImageProblem('The archive is truncated.');
  return bytes;
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text)) throw new ImageProblem('A pax header has an invalid size.');
  return Number(text);
}
