/** What a record said of a package over some time. */
export interface FixStatement {
  readonly record: string;
  /** When we saw that it says so. */
  readonly knownFrom: string;
  /** Whether it named a version without the vulnerability. */
  readonly named: boolean;
  /** It still says so. */
  readonly current: boolean;
  /** When the record says that it was published. */
  readonly published: string | null;
}

export interface FixSince {
  readonly at: string;
  readonly basis: 'published' | 'observed';
}

/**
 * Since when a fix is known; null where nothing that holds now names one. A record that named it when we first saw it is taken to have
 * done so since its publication; of one that named it later we know the moment. The earliest of the records that name one now counts.
 */
export function fixSince(statements: readonly FixStatement[]): FixSince | null {
  const found = [...Map.groupBy(statements, ({ record }) => record).values()].flatMap((said): FixSince[] => {
    const inOrder = said.toSorted((a, b) => (a.knownFrom < b.knownFrom ? -1 : 1));
    if (!inOrder.some(({ current, named }) => current && named)) return [];
    const first = inOrder.find(({ named }) => named);
    if (first === undefined) return [];
    const { knownFrom, published } = first;
    const fromTheBeginning = inOrder[0]?.knownFrom === knownFrom && published !== null && published <= knownFrom;
    return fromTheBeginning ? [{ at: published, basis: 'published' }] : [{ at: knownFrom, basis: 'observed' }];
  });
  return found.toSorted((a, b) => (a.at < b.at ? -1 : 1))[0] ?? null;
}
