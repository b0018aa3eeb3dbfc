export interface Kept {
  readonly etag: string;
  readonly text: string;
}

/** Limited by total length; evicts the least recently used. */
export interface KeptAnswers {
  get(address: string): Kept | undefined;
  set(address: string, kept: Kept): void;
}

export function keptAnswers(mostCharacters: number): KeptAnswers {
  const kept = new Map<string, Kept>();
  let characters = 0;
  const forget = (address: string) => {
    characters -= kept.get(address)?.text.length ?? 0;
    kept.delete(address);
  };
  return {
    get(address) {
      const found = kept.get(address);
      if (found === undefined) return undefined;
      kept.delete(address);
      kept.set(address, found);
      return found;
    },
    set(address, answer) {
      forget(address);
      if (answer.text.length > mostCharacters) return;
      kept.set(address, answer);
      characters += answer.text.length;
      for (const oldest of kept.keys()) {
        if (characters <= mostCharacters) return;
        forget(oldest);
      }
    },
  };
}
