import type { Component } from './model.ts';

/** The line of a component in its file; null where the file has no lines that tell. */
export function findLine(
  { place }: Pick<Component, 'place'>,
  lines: ReadonlyMap<string, number> | undefined,
): number | null {
  const [, line] = /^line (\d{1,9})$/.exec(place) ?? [];
  return line === undefined ? (lines?.get(place) ?? null) : Number(line);
}
