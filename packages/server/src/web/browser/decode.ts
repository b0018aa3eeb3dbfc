/** Windows tools write UTF-16 with a byte order mark; everything else is UTF-8. */
export function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const little = first === 0xff && second === 0xfe;
  const big = first === 0xfe && second === 0xff;
  return new TextDecoder(little ? 'utf-16le' : big ? 'utf-16be' : 'utf-8').decode(bytes);
}
