import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementsOf, MalformedJson } from './json-elements.ts';
import { elementsInside, type JsonMember, membersInside } from './json-members.ts';

/** The document in pieces of so many bytes. */
async function* pieces(document: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(document);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(document: string | Uint8Array, size = 7) {
  const beside: string[] = [];
  const note = ({ name, bytes }: JsonMember) => beside.push(`${name}=${Buffer.from(bytes).toString()}`);
  const members = await Array.fromAsync(membersInside(pieces(document, size), 'list', note));
  return { members: members.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]), beside };
}

describe('membersInside', () => {
  it.each([1, 2, 3, 7, 1000])('yields each member with the bytes that came, in pieces of %s', async (size) => {
    const document =
      '\ufeff {"n": 12, "list" : { "a.\\"b\\"" : {"x" : [1 ,2]} ,"b":"}\\"", "c":3.0,"d":null }, "z": [9] } \n';

    expect(await read(document, size)).toEqual({
      members: [
        ['a."b"', '{"x" : [1 ,2]}'],
        ['b', '"}\\""'],
        ['c', '3.0'],
        ['d', 'null'],
      ],
      beside: ['n=12', 'z=[9]'],
    });
  });

  it('agrees with JSON.parse on any document, however it is spaced and cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1, '\t'),
        fc.integer({ min: 1, max: 40 }),
        async (list, others, indent, size) => {
          const document = JSON.stringify({ ...others, list, last: 1 }, null, indent);

          const { members } = await read(document, size);

          const parsed = JSON.parse(document) as { list: Record<string, unknown> };
          expect(members.map(([name, value = '']) => [name, JSON.parse(value)])).toEqual(Object.entries(parsed.list));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('never takes a cut document for a whole one', async () => {
    const document = JSON.stringify({ version: 2, list: { a: { b: [1, 'x'] }, c: 12 } });
    for (let end = 0; end < document.length; end += 1) {
      await expect(read(document.slice(0, end), 5), document.slice(0, end)).rejects.toThrow(MalformedJson);
    }
  });

  it.each([
    ['a page', '<!doctype html>', 'expected an object, found "<!docty'],
    ['nothing', '', 'expected an object, found the end'],
    ['another shape', '{"list":[]}', 'expected an object under "list"'],
    ['no such member', '{"other":{}}', 'there is no "list"'],
    ['the member twice', '{"list":{},"list":{}}', '"list" occurs twice'],
    ['something after the end', '{"list":{}} {}', 'after the end'],
    ['a comma too much', '{"list":{"a":1,}}', 'expected a member name'],
    ['a comma too few', '{"list":{"a":1 "b":2}}', 'expected "," or "}"'],
    ['brackets that do not match', '{"list":{"a":[1}}}', 'unexpected "}'],
  ])('throws for %s', async (_name, document, reason) => {
    await expect(read(document)).rejects.toThrow(reason);
  });

  it('holds no member of any size', async () => {
    async function* endless() {
      yield Buffer.from('{"list":{"a":"');
      for (;;) yield Buffer.alloc(1 << 20, 'x');
    }

    await expect(Array.fromAsync(membersInside(endless(), 'list'))).rejects.toThrow(
      'a member of more than 8388608 bytes',
    );
  });
});

describe('elementsInside', () => {
  const elementsIn = (document: string, size: number) =>
    Array.fromAsync(elementsInside(pieces(document, size), 'list'), (element) => ({
      ...element,
      bytes: Buffer.from(element.bytes).toString(),
    }));

  it('yields what elementsOf does, however the document is spaced and cut into pieces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 4 })),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1, '\t'),
        fc.integer({ min: 1, max: 40 }),
        async (list, others, indent, size) => {
          const document = JSON.stringify({ ...others, list, last: 1 }, null, indent);

          const elements = await elementsIn(document, size);

          const whole = Array.from(elementsOf(Buffer.from(document), 'list'), (element) => ({
            ...element,
            bytes: Buffer.from(element.bytes).toString(),
          }));
          expect(elements).toEqual(whole);
        },
      ),
    );
  });

  it.each([
    ['{"list":[1,2', 'expected "," or "}", found "2"'],
    ['{"list":[1 2]}', 'expected "," or "]", found "2]}"'],
    ['{"list":[1,]}', 'expected a value, found "]}"'],
    ['{"list":[{]}', 'unexpected "]}"'],
    ['{"list":{}}', 'expected an array under "list", found "{'],
    ['{"other":[]}', 'there is no "list"'],
    ['{"list":[],"list":[]}', '"list" occurs twice'],
    ['{"list":[]} x', 'unexpected "x" after the end'],
  ])('refuses %s', async (document, message) => {
    await expect(elementsIn(document, 5)).rejects.toThrow(message);
  });
});
