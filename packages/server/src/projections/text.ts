/** PostgreSQL's text cannot hold NUL or lone surrogates; cutting must not create one. */
export function clean(text: string, maxLength: number): string {
  const bare = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const trimmed = bare.trim();
  const cut = trimmed.length > maxLength ? withoutHalf(trimmed.slice(0, maxLength)).trimEnd() : trimmed;
  return cut.toWellFormed();
}

function withoutHalf(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
