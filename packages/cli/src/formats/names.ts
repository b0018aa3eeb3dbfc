/** What a scan is written in: written out here, since to load the writers takes longer than to start. */
export const FORMAT_NAMES = [
  'table',
  'json',
  'sarif',
  'cyclonedx',
  'spdx',
  'openvex',
  'csaf',
  'junit',
  'gitlab',
  'github',
  'markdown',
  'html',
] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** A format, and the file that it goes to; null: to standard output. */
export interface WantedFormat {
  readonly name: FormatName;
  readonly file: string | null;
}

/** `sarif`, `sarif=found.sarif`; null: none of these. */
export function readFormat(text: string): WantedFormat | null {
  const equals = text.indexOf('=');
  const word = (equals === -1 ? text : text.slice(0, equals)).trim().toLowerCase();
  const name = FORMAT_NAMES.find((each) => each === word);
  const file = equals === -1 ? null : text.slice(equals + 1);
  return name === undefined || file === '' ? null : { name, file };
}
