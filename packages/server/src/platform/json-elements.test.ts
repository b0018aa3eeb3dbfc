import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementOf,
  elementsOf,
  elementsOfArray,
  type JsonElement,
  MalformedJson,
  membersBeside,
} from './json-elements.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (element: JsonElement) => new TextDecoder().decode(element.bytes);
const read = (document: string | Uint8Array) => [
  ...elementsOf(typeof document === 'string' ? bytes(document) : document, 'list'),
];

describe('elementsOf', () => {
  it('yields each element with the bytes that came, spaces inside included', () => {
    const elements = read('{"n": 1, "list" : [ {"a" : [1 ,2]} ,"b\\"]", 3.0,null ], "z": {"list": [9]}}');

    expect(elements.map(text)).toEqual(['{"a" : [1 ,2]}', '"b\\"]"', '3.0', 'null']);
    expect(elements.map((element) => 'value' in element && element.value)).toEqual([{ a: [1, 2] }, 'b"]', 3, null]);
  });

  it('agrees with JSON.parse on any document, however it is spaced', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue({ maxDepth: 5 })),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1, 4, '\t'),
        (list, others, indent) => {
          const document = JSON.stringify({ ...others, list, last: others }, null, indent);

          const elements = read(document);

          expect(elements.map((element) => 'value' in element && element.value)).toEqual(JSON.parse(document).list);
          expect(elements.map((element) => JSON.parse(text(element)))).toEqual(JSON.parse(document).list);
          const beside = membersBeside(bytes(document), 'list');
          expect(Object.fromEntries(beside)).toEqual(
            Object.fromEntries(Object.entries(JSON.parse(document)).filter(([key]) => key !== 'list')),
          );
        },
      ),
    );
  });

  it('never takes a broken document for a whole one', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (list, n) => {
        const document = JSON.stringify({ count: list.length, list });
        const cut = document.slice(0, n % document.length);

        expect(() => read(cut)).toThrow(MalformedJson);
        expect(() => membersBeside(bytes(cut), 'list')).toThrow(MalformedJson);
      }),
    );
  });

  it('says for random bytes either what JSON.parse says or that they are malformed', () => {
    const alphabet = fc.constantFrom(...'{}[]",:\\ 01ae-.'.split(''), '"list"', '"list":[', 'null', 'true');
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 30 }), (parts) => {
        const document = `{"list":[${parts.join('')}]}`;
        let expected: unknown[] | undefined;
        try {
          expected = (JSON.parse(document) as { list: unknown[] }).list;
        } catch {
          expected = undefined;
        }

        let elements: JsonElement[] | undefined;
        try {
          elements = read(document);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedJson);
        }

        const readable = elements?.every((element) => 'value' in element) ? elements : undefined;
        // JSON.parse takes the last of two members of one name; here that is refused.
        if (expected === undefined) expect(readable).toBeUndefined();
        else if (readable !== undefined) expect(readable.map((e) => 'value' in e && e.value)).toEqual(expected);
      }),
    );
  });

  it.each([
    ['an unquoted word', '{"list":[{"a":1},{"a":oops},{"a":3}]}', 'oops'],
    ['a trailing comma inside', '{"list":[1,[2,],3]}', 'JSON'],
    ['a control character', '{"list":[1,"\u0001",3]}', 'control'],
    ['nesting beyond 64', `{"list":[1,${'['.repeat(65)}${']'.repeat(65)},3]}`, 'deeper than 64'],
  ])('sets aside %s and goes on', (_name, document, reason) => {
    const [first, second, third] = read(document);

    expect(first).toHaveProperty('value');
    expect(second).toMatchObject({ unreadable: expect.stringContaining(reason) });
    expect(third).toHaveProperty('value');
  });

  it('sets aside what is not UTF-8', () => {
    const document = Uint8Array.from([...bytes('{"list":["a","'), 0xc3, 0x28, ...bytes('","b"]}')]);

    expect(read(document).map((element) => 'unreadable' in element && element.unreadable)).toEqual([
      false,
      'not valid UTF-8',
      false,
    ]);
  });

  it.each([
    ['a page of HTML', '<!doctype html><html>', 'expected an object, found "<!doctype html><html"'],
    ['nothing', '', 'found the end'],
    ['an array', '[]', 'expected an object'],
    ['no such member', '{"other":[]}', 'there is no "list"'],
    ['another type', '{"list":{}}', 'expected an array'],
    ['the member twice', '{"list":[],"list":[1]}', 'twice'],
    ['a missing comma', '{"list":[1 2]}', 'expected "," or "]"'],
    ['crossed brackets', '{"list":[{"a":[}]]}', 'unexpected'],
    ['text after the end', '{"list":[]} x', 'after the end'],
  ])('refuses %s', (_name, document, message) => {
    expect(() => read(document)).toThrow(message);
  });

  it('takes a byte order mark', () => {
    expect(read('\ufeff{"list":[1]}')).toHaveLength(1);
  });

  it('treats __proto__ as an ordinary name', () => {
    expect(membersBeside(bytes('{"__proto__":1,"list":[]}'), 'list').get('__proto__')).toBe(1);
  });

  it.each([
    ['brackets', '['.repeat(500_000)],
    ['quotes', '"\\'.repeat(250_000)],
    ['commas', '[,'.repeat(250_000)],
  ])('gives up on half a million bytes of %s without exhausting the stack', (_name, hostile) => {
    expect(() => read(`{"list":[${hostile}`)).toThrow(MalformedJson);
  });
});

describe('elementsOfArray', () => {
  it('agrees with JSON.parse on any array, however it is spaced', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 })), fc.constantFrom(undefined, 1, '\t'), (list, indent) => {
        const document = ` ${JSON.stringify(list, null, indent)}\n`;

        const elements = [...elementsOfArray(bytes(document))];

        expect(elements.map((element) => 'value' in element && element.value)).toEqual(JSON.parse(document));
        expect(elements.map((element) => JSON.parse(text(element)))).toEqual(JSON.parse(document));
      }),
    );
  });

  it.each([
    ['an object', '{"list":[]}', 'expected an array'],
    ['a cut array', '[{"a":1},{"a":2}', 'ends within a value'],
    ['text after the end', '[] x', 'after the end'],
    ['a page of HTML', '<!doctype html>', 'unexpected "html>" after the end'],
    ['nothing', '', 'found the end'],
  ])('yields nothing of %s', (_name, document, message) => {
    expect(() => elementsOfArray(bytes(document)).next()).toThrow(message);
  });
});

describe('elementOf', () => {
  it('takes a whole document with all its bytes', () => {
    const document = bytes(' {"a" : 1}\n');

    expect(elementOf(document)).toEqual({ bytes: document, value: { a: 1 } });
  });

  it.each([
    ['a cut one', '{"a":[1', 'ends within a value'],
    ['two of them', '{"a":1}{"a":2}', 'after the end'],
    ['one that is no JSON', '{"a":oops}', 'oops'],
    ['nothing', '', 'found the end'],
    ['one beyond all depth', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'deeper than 64'],
  ])('sets %s aside', (_name, document, reason) => {
    expect(elementOf(bytes(document))).toMatchObject({ unreadable: expect.stringContaining(reason) });
  });
});
