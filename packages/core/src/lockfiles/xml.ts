import { SaxesParser } from 'saxes';
import { LockfileProblem } from './problem.ts';

/** An element of an XML lockfile when it ends. */
export interface XmlElement {
  /** The names of the elements around it and its own, from the root, parted by slashes. */
  readonly path: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text of the elements directly in it, by their names. */
  readonly fields: ReadonlyMap<string, string>;
  /** Where it begins. */
  readonly line: number;
}

interface Open {
  readonly path: string;
  attributes: ReadonlyMap<string, string>;
  readonly fields: Map<string, string>;
  readonly line: number;
  text: string;
}

const DEEPEST = 50;
/** Longer texts and names are descriptions, which nobody needs, or hostile. */
const LONGEST_TEXT = 2000;
const LONGEST_NAME = 100;

/** Hands over each element when it ends. Names are taken without prefixes. A document type is refused: entities come in no other way. */
export function readXml(text: string, root: string, visit: (element: XmlElement) => void): void {
  const open: Open[] = [];
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new LockfileProblem('Files with a document type declaration (DOCTYPE) are not read.');
  });
  parser.on('opentagstart', ({ name }) => {
    const local = name.slice(name.indexOf(':') + 1);
    if (open.length >= DEEPEST) throw new LockfileProblem(`The XML is nested more than ${DEEPEST} levels deep.`);
    if (open.length === 0 && local !== root) throw new LockfileProblem(`The root element is not "${root}".`);
    if (local.length > LONGEST_NAME) throw new LockfileProblem('An XML element name is too long.');
    const path = open.length === 0 ? local : `${open.at(-1)?.path}/${local}`;
    open.push({ path, attributes: new Map(), fields: new Map(), line: parser.line, text: '' });
  });
  parser.on('opentag', ({ attributes }) => {
    const element = open.at(-1);
    if (element !== undefined) element.attributes = new Map(Object.entries(attributes));
  });
  const read = (piece: string): void => {
    const element = open.at(-1);
    if (element !== undefined && element.text.length <= LONGEST_TEXT) element.text += piece.slice(0, LONGEST_TEXT + 1);
  };
  parser.on('text', read);
  parser.on('cdata', read);
  parser.on('closetag', () => {
    const element = open.pop();
    if (element === undefined) return;
    const name = element.path.slice(element.path.lastIndexOf('/') + 1);
    if (element.text.length <= LONGEST_TEXT) open.at(-1)?.fields.set(name, element.text.trim());
    visit(element);
  });
  try {
    parser.write(text).close();
  } catch (cause) {
    if (cause instanceof LockfileProblem) throw cause;
    const message = cause instanceof Error ? cause.message : '';
    throw new LockfileProblem(`The file is not valid XML: ${message.slice(0, 200)}`, { cause });
  }
}
