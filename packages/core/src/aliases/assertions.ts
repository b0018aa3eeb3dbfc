import { normaliseOsvId } from '../ids/osv.ts';
import { isWordAt } from '../ids/shapes.ts';

/** One source says, in the record of `id`, that `alias` is the same vulnerability. */
export interface AliasAssertion {
  /** The source id. */
  readonly asserter: string;
  readonly id: string;
  readonly alias: string;
}

/** The part of a record that names other ids. */
export interface NamesAliases {
  readonly id: string;
  readonly aliases?: readonly string[] | null;
}

/**
 * What a record asserts. Strings that are no ids are left out.
 *
 * `related` and `upstream` never count: a distribution's advisory covers several CVEs, and joining through them
 * would make one vulnerability of all (google/osv.dev#2374, #4488).
 */
export function aliasAssertions(asserter: string, record: NamesAliases): AliasAssertion[] {
  const id = normaliseOsvId(record.id);
  if (id === null) return [];
  const aliases = new Set((record.aliases ?? []).map((alias) => normaliseOsvId(trimmed(alias))));
  return [...aliases].flatMap((alias) => (alias === null || alias === id ? [] : [{ asserter, id, alias }]));
}

/** Real lists hold `GHSA-jf66-3q76-h5p5,` and `CVE-2020-13665 `: an id ends in a letter or digit. */
function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && !isWordAt(text, from)) from += 1;
  while (to > from && !isWordAt(text, to - 1)) to -= 1;
  return text.slice(from, to);
}
