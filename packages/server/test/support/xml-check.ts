/** One element with what is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/** Reads XML strictly, for tests: whatever is not well-formed in the part of XML 1.0 that feeds use is an error. */
export function parseXml(xml: string): XmlElement {
  if (!xml.isWellFormed()) throw new Error('half of a surrogate pair');
  const forbidden = FORBIDDEN.exec(xml);
  if (forbidden !== null) throw new Error(`forbidden character U+${forbidden[0].codePointAt(0)?.toString(16)}`);
  let at = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml)?.[0].length ?? fail('no declaration', xml, 0);
  const root: XmlElement = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  while (at < xml.length) {
    const here = open.at(-1) ?? root;
    if (xml[at] !== '<') {
      const end = xml.indexOf('<', at) === -1 ? xml.length : xml.indexOf('<', at);
      here.text += unescaped(xml.slice(at, end));
      if (here === root && xml.slice(at, end).trim() !== '') fail('text beside the root', xml, at);
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const [whole, close, name = '', attributes = '', empty] = TAG.exec(xml) ?? fail('not a tag', xml, at);
    at += whole.length;
    if (close === '/') {
      if (open.pop()?.name !== name) fail(`</${name}> closes another`, xml, at);
      continue;
    }
    const element: XmlElement = { name, attributes: attributesOf(attributes), children: [], text: '' };
    here.children.push(element);
    if (empty !== '/') open.push(element);
  }
  const [only, ...others] = root.children;
  if (open.length !== 1 || only === undefined || others.length > 0) fail('not one closed root', xml, at);
  return only;
}

// XML 1.0 section 2.2.
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const NAME = '[A-Za-z_][\\w.-]*(?::[A-Za-z_][\\w.-]*)?';
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}="[^"<]*")*)\\s*(/?)>`, 'y');

function attributesOf(text: string): Map<string, string> {
  const pairs = [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value] as const);
  const attributes = new Map(pairs.map(([name, value]) => [name, unescaped(value)]));
  if (attributes.size !== pairs.length) throw new Error(`an attribute twice: ${text}`);
  return attributes;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" };

function unescaped(text: string): string {
  if (text.includes(']]>')) throw new Error(']]> in text');
  return text.replaceAll(/&([^;]{0,10});?/g, (whole, name: string) => {
    const value = whole.endsWith(';') ? ENTITIES[name] : undefined;
    if (value === undefined) throw new Error(`a bare & or an unknown reference: ${whole}`);
    return value;
  });
}

function fail(problem: string, xml: string, at: number): never {
  throw new Error(`${problem}: ${xml.slice(at, at + 80)}`);
}
