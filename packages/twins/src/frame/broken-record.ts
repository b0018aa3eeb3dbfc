import type { Breakage } from './fault.ts';

type Fields = Readonly<Record<string, unknown>>;

export function brokenRecord(record: Fields, way: Breakage): Buffer {
  const bytes = WAYS[way](record, JSON.stringify(record));
  return typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
}

/** Overflows a recursive walker, while JSON.parse still accepts it. */
const DEPTH = 200_000;

const WAYS: Readonly<Record<Breakage, (record: Fields, text: string) => string | Buffer>> = {
  syntax: (_, text) => text.slice(0, -1),
  wrong_type: (record) => JSON.stringify(Object.fromEntries(Object.keys(record).map((key, index) => [key, [index]]))),
  missing_field: (record) => JSON.stringify(Object.fromEntries(Object.entries(record).slice(1))),
  null_record: () => 'null',
  deep_nesting: (record) => `{${firstKey(record)}:${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`,
  lone_surrogate: (_, text) => `{"odd":"\\ud800",${text.slice(1)}`,
  huge_number: (_, text) => `{"odd":1e400,${text.slice(1)}`,
  duplicate_key: (record, text) => `{${firstKey(record)}:"shadowed",${text.slice(1)}`,
  invalid_utf8: (_, text) =>
    Buffer.concat([Buffer.from('{"odd":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(`",${text.slice(1)}`)]),
};

function firstKey(record: Fields): string {
  return JSON.stringify(Object.keys(record)[0] ?? 'id');
}

/** A placeholder, replaced by the broken record once the document is written. */
export const brokenRecordPlace = '@@broken-record@@';

export function withBrokenRecord(document: Buffer, broken: Buffer): Buffer {
  const place = Buffer.from(JSON.stringify(brokenRecordPlace));
  const at = document.indexOf(place);
  if (at === -1) return document;
  return Buffer.concat([document.subarray(0, at), broken, document.subarray(at + place.length)]);
}
