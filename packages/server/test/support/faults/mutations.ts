import { createHash } from 'node:crypto';
import type { Fields } from '@almanac/twins';

/** One spoilt copy of a record. */
export interface Mutation {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What may stand in the place of any member. */
const REPLACEMENTS: Readonly<Record<string, unknown>> = {
  null: null,
  'a list': [[], { a: [1] }],
  'a number': -1.5,
  'a text of 1 MB': longText(),
};

/** Shrinks, but not so well that it would be taken for a bomb. */
function longText(): string {
  const blocks = Array.from({ length: 1024 }, (_, i) => createHash('sha256').update(String(i)).digest('base64'));
  return blocks.map((block) => block.padEnd(1024, ' lorem')).join('');
}

type Path = readonly (string | number)[];

type RecordOf = (number: number) => Fields;

/** A copy of the record for each of its members and each kind of value that has no business there, each with a number of its own. */
export function wrongTypes(recordOf: RecordOf, from: number): Mutation[] {
  const places = pathsOf(recordOf(from)).flatMap((path) => Object.keys(REPLACEMENTS).map((kind) => ({ path, kind })));
  return places.map(({ path, kind }, index) => ({
    name: `${kind} at ${path.join('.')}`,
    bytes: Buffer.from(JSON.stringify(replaced(recordOf(from + index), path, REPLACEMENTS[kind]))),
  }));
}

/** Texts that are JSON, or nearly, and that no careful writer would send. */
export function oddTexts(recordOf: RecordOf, from: number): Mutation[] {
  let number = from;
  const text = () => JSON.stringify(recordOf(number++));
  const inside = (more: string) => `{${more},${text().slice(1)}`;
  const first = JSON.stringify(Object.keys(recordOf(from))[0]);
  const odd: Readonly<Record<string, string>> = {
    'a duplicate member': inside(`${first}:{"a":1}`),
    'minus nothing': inside('"odd":-0'),
    'a number beyond numbers': inside('"odd":1e400'),
    'half a surrogate pair': inside('"odd":"\\ud800"'),
    'half a surrogate pair as a member': inside('"\\udc00":1'),
    'a NUL': inside('"odd":"\\u0000"'),
    'a NUL as a member': inside('"\\u0000":1'),
    'a prototype': inside('"__proto__":{"polluted":true}'),
    'a constructor': inside('"constructor":{"prototype":{"polluted":true}}'),
    'depth 65': inside(`"odd":${'['.repeat(65)}${']'.repeat(65)}`),
    'depth 200,000': inside(`"odd":${'['.repeat(200_000)}${']'.repeat(200_000)}`),
    'many members': inside(Array.from({ length: 20_000 }, (_, i) => `"m${i}":${i}`).join(',')),
    'a long number': inside(`"odd":${'9'.repeat(100_000)}`),
  };
  const bytes = Buffer.concat([
    Buffer.from('{"odd":"'),
    Buffer.from([0xc3, 0x28, 0xff]),
    Buffer.from(`",${text().slice(1)}`),
  ]);
  return [
    ...Object.entries(odd).map(([name, each]) => ({ name, bytes: Buffer.from(each) })),
    { name: 'no UTF-8', bytes },
    // Where every text of the record has one, one is in a column.
    {
      name: 'a NUL in every text',
      bytes: Buffer.from(JSON.stringify(recordOf(number++), (_key, value) => withNul(value))),
    },
    {
      name: 'half a pair in every text',
      bytes: Buffer.from(JSON.stringify(recordOf(number++), (_key, value) => withHalf(value))),
    },
  ];
}

const PLAIN = /^[a-z][a-z ]{3,}$/i;
const withNul = (value: unknown) => (typeof value === 'string' && PLAIN.test(value) ? `${value}\0` : value);
const withHalf = (value: unknown) => (typeof value === 'string' && PLAIN.test(value) ? `${value}\ud800` : value);

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].flatMap((key) => {
    const inner: Path = [...path, key];
    return [inner].concat(pathsOf((value as Record<string | number, unknown>)[key], inner));
  });
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as Fields) }) as Record<string | number, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}
