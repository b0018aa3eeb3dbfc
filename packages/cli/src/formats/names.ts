/** Listed here because loading the writers takes longer than starting. */
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

export interface WantedFormat {
  readonly name: FormatName;
  readonly file: string | null;
}

/** Parses `sarif` or `sarif=found.sarif`; null for unknown formats. */
export function readFormat(text: string): WantedFormat | null {
  const equals = text.indexOf('=');
  const word = (equals === -1 ? text : text.slice(0, equals)).trim().toLowerCase();
  const name = FORMAT_NAMES.find((each) => each === word);
  const file = equals === -1 ? null : text.slice(equals + 1);
  return name === undefined || file === '' ? null : { name, file };
}
