/** Long enough to understand, short enough to show: messages may quote a statement or a document. */
const MAX_LENGTH = 500;

/** One line: what went wrong, and why, as far as the causes tell. */
export function describeError(error: unknown): string {
  const parts: string[] = [];
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth += 1) {
    const text = at.message || ('code' in at ? String(at.code) : at.name);
    // A wrapper usually repeats what it wraps.
    if (!parts.some((part) => part.includes(text))) parts.push(text);
  }
  return (parts.length > 0 ? parts.join(': ') : String(error)).replaceAll(/\s+/g, ' ').slice(0, MAX_LENGTH);
}
