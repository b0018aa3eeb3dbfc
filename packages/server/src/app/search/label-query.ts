import { type LabelKind, label } from '../../projections/search-labels.ts';

/** A label, or one that begins with it as whole words: `apache` is also `apache_software_foundation`. */
export function labelQuery(kind: LabelKind, name: string): string {
  const whole = label(kind, name);
  return kind === 'v' || kind === 'p' ? `${quoted(whole)} | ${quoted(`${whole}_`)}:*` : quoted(whole);
}

/** A label and nothing else. */
export function exactLabel(kind: LabelKind, name: string): string {
  return quoted(label(kind, name));
}

function quoted(lexeme: string): string {
  return `'${lexeme.replaceAll(/['\\]/g, (mark) => mark + mark)}'`;
}
