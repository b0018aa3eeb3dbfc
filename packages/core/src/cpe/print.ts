import { CPE_ATTRIBUTES, type Cpe, type CpeAttribute } from './cpe.ts';

/** The formatted string of CPE 2.3: every attribute, punctuation escaped. */
export function printCpe(cpe: Cpe): string {
  return ['cpe:2.3', ...CPE_ATTRIBUTES.map((name) => printAttribute(cpe[name]))].join(':');
}

function printAttribute(attribute: CpeAttribute): string {
  if (attribute.kind === 'any') return '*';
  if (attribute.kind === 'na') return '-';
  const escaped = attribute.text.replace(PUNCTUATION, (character) => `\\${character}`);
  // A hyphen on its own would read as NA.
  const text = escaped === '-' && attribute.before === '' && attribute.after === '' ? '\\-' : escaped;
  return `${attribute.before}${text}${attribute.after}`;
}

/** All of ASCII but letters, digits, `_`, `.` and `-` (NISTIR 7695, section 6.2.2.2). */
const PUNCTUATION = /[!-,/:-@[-^`{-~\s]/g;
