/** A part of a document, from its beginning. */
export interface Beginning {
  readonly bytes: number;
  /** The document goes on. */
  readonly partial: boolean;
}

/**
 * The part that a 206 says it is, where that is a beginning no longer than asked for (RFC 9110, section 14.4). Null for any other: the
 * whole document has to be asked for.
 */
export function beginningOf(headers: ReadonlyMap<string, string>, asked: number | undefined): Beginning | null {
  const [, last, total] = /^bytes 0-(\d{1,15})\/(\d{1,15}|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (asked === undefined || last === undefined || total === undefined) return null;
  const bytes = Number(last) + 1;
  const length = Number(headers.get('content-length') ?? bytes);
  const isPlain = ['', 'identity'].includes(headers.get('content-encoding') ?? '');
  if (!isPlain || bytes > asked || length !== bytes || (total !== '*' && bytes > Number(total))) return null;
  return { bytes, partial: total === '*' || bytes < Number(total) };
}
