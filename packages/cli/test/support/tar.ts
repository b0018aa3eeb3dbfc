const BLOCK = 512;

/** An entry of a tape archive as a test writes it. */
export interface TarInput {
  readonly name: string;
  readonly content?: string | Buffer;
  /** `0` file, `1` hard link, `2` link, `5` folder, `x` pax header, `L` long name. */
  readonly type?: string;
  readonly link?: string;
}

/** A tape archive of these entries, in their order. */
export function tarOf(entries: readonly TarInput[]): Buffer {
  return Buffer.concat([...entries.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)]);
}

function blocksOf({ name, content = '', type = '0', link = '' }: TarInput): Buffer[] {
  const bytes = Buffer.from(content);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, 100);
  block.write('0000644\u0000', 100);
  block.write(`${bytes.length.toString(8).padStart(11, '0')}\u0000`, 124);
  block.write(type, 156);
  block.write(link, 157, 100);
  block.write('ustar\u000000', 257);
  block.fill(0x20, 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\u0000 `, 148);
  return [block, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)];
}
