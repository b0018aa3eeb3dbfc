import { DIRECTION_MARKS } from '../../platform/direction-marks.ts';

/**
 * Text as XML may hold it: no character that XML 1.0 forbids even as a reference, no half of a surrogate pair, and none that
 * turns the direction of the text around it.
 */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(DIRECTION_MARKS, '')
    .replaceAll(/[<>&"']/g, (mark) => REFERENCES[mark] ?? '');
}

/** Text for where readers expect HTML: once as HTML, and that as XML. */
export function htmlText(text: string): string {
  return xmlText(xmlText(text));
}

// XML 1.0 section 2.2, where those from U+007F on are only discouraged.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g;

const REFERENCES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
};

/** An element; the content is XML already. */
export function element(name: string, content: string, attributes: Readonly<Record<string, string>> = {}): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`);
  return content === '' ? `<${name}${given.join('')}/>` : `<${name}${given.join('')}>${content}</${name}>`;
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
