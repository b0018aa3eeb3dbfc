import { member, text } from '../ranges/untyped.ts';

/** An element of an SPDX 3 document with its place and its class, without the name of the profile. */
export interface Spdx3Element {
  readonly type: string;
  readonly value: unknown;
  readonly place: string;
}

/** Members in which whole elements may stand instead of their ids. */
const HOLDERS = ['element', 'rootElement', 'from', 'to', 'creationInfo'] as const;

/** The elements of the graph, or of the one object that a document without a graph is, with those written inside of others. */
export function readElements(document: unknown, at: string): readonly Spdx3Element[] {
  const graph = member(document, '@graph');
  const elements: Spdx3Element[] = [];
  if (!Array.isArray(graph)) collect(elements, document, at);
  else for (const [index, value] of graph.entries()) collect(elements, value, `${at}/@graph/${index}`);
  return elements;
}

function collect(elements: Spdx3Element[], root: unknown, at: string): void {
  const open = [{ value: root, place: at }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, place } = next;
    const type = getClass(value);
    if (type === '') continue;
    elements.push({ type, value, place });
    for (const holder of HOLDERS) {
      const held = member(value, holder);
      if (typeof held !== 'object') continue;
      if (!Array.isArray(held)) open.push({ value: held, place: `${place}/${holder}` });
      else {
        for (const [index, one] of held.entries()) {
          if (typeof one === 'object') open.push({ value: one, place: `${place}/${holder}/${index}` });
        }
      }
    }
  }
}

export function getId(value: unknown): string | null {
  return text(member(value, 'spdxId')) ?? text(member(value, '@id')) ?? text(member(value, 'id'));
}

/** `software_Package`, `software:Package` and the full address of the class are all `Package`. */
function getClass(value: unknown): string {
  const written = text(member(value, 'type')) ?? text(member(value, '@type')) ?? '';
  const cut = Math.max(
    written.lastIndexOf('/'),
    written.lastIndexOf(':'),
    written.lastIndexOf('_'),
    written.lastIndexOf('#'),
  );
  return written.slice(cut + 1);
}
