import type { Freshness, FreshnessRow } from './statement.ts';

/** Something that is otherwise than an hour before. */
export interface FreshnessChange {
  readonly source: string;
  readonly sentence: string;
}

/** What is otherwise in the later of two statements. Ages, counts and times change every hour and are no change of state. */
export function freshnessChanges(before: Freshness | null, after: Freshness): readonly FreshnessChange[] {
  if (before === null) return [];
  const earlier = new Map(before.sources.map((row) => [row.source, row]));
  return after.sources.flatMap((row) => {
    const old = earlier.get(row.source);
    const sentences = old === undefined ? [`is new (${row.state})`] : changesOf(old, row);
    return sentences.map((sentence) => ({ source: row.source, sentence }));
  });
}

function changesOf(old: FreshnessRow, row: FreshnessRow): string[] {
  const [was, is] = [codesOf(old), codesOf(row)];
  return [
    ...(old.state === row.state ? [] : [`changed from ${old.state} to ${row.state}`]),
    ...row.warnings.filter(({ code }) => !was.has(code)).map(({ code, detail }) => `${code}: ${detail}`),
    ...[...was].filter((code) => !is.has(code)).map((code) => `${code} resolved`),
  ];
}

function codesOf({ warnings }: FreshnessRow): ReadonlySet<string> {
  return new Set(warnings.map(({ code }) => code));
}
