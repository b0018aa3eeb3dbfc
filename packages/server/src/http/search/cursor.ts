/** Where a list goes on, in a form that nobody is tempted to count with. */
export function cursorOf(offset: number): string {
  return Buffer.from(`o${offset}`).toString('base64url');
}

/** Null when it is none of ours. */
export function offsetOf(cursor: string): number | null {
  const [, digits] = /^o(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  return digits === undefined ? null : Number(digits);
}
