import { type Amendment, amendFile } from '../diff/amend.ts';
import type { DiffFile } from '../diff/model.ts';
import { printDiff } from '../diff/print.ts';
import type { ShownValue } from './model.ts';

/** A value that another takes the place of. */
export interface ValueEdit {
  readonly value: ShownValue;
  readonly text: string;
}

/** Lines that are put back after a line, by its number after the change. */
export interface Restored {
  readonly file: number;
  readonly after: number;
  readonly lines: readonly string[];
}

/** What is to be done to the result of a diff. */
export interface Edits {
  readonly values: readonly ValueEdit[];
  readonly restored: readonly Restored[];
  /** Whole files that are put back. */
  readonly files: readonly DiffFile[];
}

export const NO_EDITS: Edits = { values: [], restored: [], files: [] };

/** Edits of several findings in one: what two of them want is done once. */
export function mergeEdits(all: readonly Edits[]): Edits {
  return {
    values: distinct(
      all.flatMap(({ values }) => values),
      ({ value: { line, at } }) => `${line.file} ${line.newNumber} ${at}`,
    ),
    restored: distinct(
      all.flatMap(({ restored }) => restored),
      ({ file, after, lines }) => JSON.stringify([file, after, lines]),
    ),
    files: distinct(
      all.flatMap(({ files }) => files),
      ({ newPath }) => newPath ?? '',
    ),
  };
}

function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const found = new Map<string, Item>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}

/** The edits as a diff against the result of the given one; null where something is not shown that they would touch. */
export function editsAsDiff(files: readonly DiffFile[], { values, restored, files: whole }: Edits): string | null {
  const valuesOf = Map.groupBy(values, ({ value }) => value.line.file);
  const restoredOf = Map.groupBy(restored, ({ file }) => file);
  const touched = new Set([...valuesOf.keys(), ...restoredOf.keys()]);
  const amended: DiffFile[] = [];
  for (const index of [...touched].sort((a, b) => a - b)) {
    const file = files[index];
    const changed =
      file === undefined ? null : amendFile(file, amendmentsOf(valuesOf.get(index) ?? [], restoredOf.get(index) ?? []));
    if (changed === null) return null;
    amended.push(changed);
  }
  return amended.length + whole.length === 0 ? null : printDiff([...amended, ...whole]);
}

function amendmentsOf(values: readonly ValueEdit[], restored: readonly Restored[]): Amendment[] {
  const lines = Map.groupBy(values, ({ value }) => value.line.newNumber ?? 0);
  const replaced = [...lines].map(([line, edits]): Amendment => {
    // From the end to the beginning, so that places before stay where they are.
    const text = edits
      .toSorted((a, b) => b.value.at - a.value.at)
      .reduce(
        (sum, { value: { at, written }, text: put }) => sum.slice(0, at) + put + sum.slice(at + written.length),
        edits[0]?.value.line.text ?? '',
      );
    return { line, kind: 'replace', lines: [text] };
  });
  const inserted = restored.map(({ after, lines: put }): Amendment => ({ line: after, kind: 'insert', lines: put }));
  return [...replaced, ...inserted];
}
