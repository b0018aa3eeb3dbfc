/** Words as a sentence: `no source has it` becomes `No source has it.` */
export function sentence(words: string): string {
  return `${capital(words)}${words.endsWith('.') ? '' : '.'}`;
}

export function capital(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
