/** Every text of a document that is more than a word. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.includes(' ') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** All runs of so many words, without case and punctuation. */
export function runsOfWords(texts: readonly string[], length: number): Set<string> {
  const runs = new Set<string>();
  for (const text of texts) {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    for (let at = 0; at + length <= words.length; at += 1) runs.add(words.slice(at, at + length).join(' '));
  }
  return runs;
}
