/** Text of others within a cell of a Markdown table: nothing of it is markup, and it stays on its line. */
export function markdownCell(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .replaceAll(/[\\`*_{}[\]<>()#+!|~&]/g, '\\$&');
}
