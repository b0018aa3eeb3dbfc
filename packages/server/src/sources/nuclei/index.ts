import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import { type FileAddress, fileSource } from '../file-source.ts';
import { decodeJson, type Reader } from '../reader.ts';
import type { KeptBytes, Source, SourceRecord, Unreadable } from '../source.ts';
import { NucleiTemplate } from './schema.ts';

/** Today it has two megabytes. */
const MAX_BYTES = 64 << 20;

export const nucleiReader: Reader<FileAddress> = { open: nuclei, decode: decodeJson };

export function nuclei({ url }: FileAddress): Source<unknown> {
  return fileSource({ id: 'nuclei', url, maxBytes: MAX_BYTES, records, reread });
}

function* records(document: Uint8Array): Generator<SourceRecord<unknown> | Unreadable> {
  let [lines, readable] = [0, 0];
  for (const { bytes, ended } of splitLines(document)) {
    const item = parseRecord(bytes);
    if ('unreadable' in item && !ended) throw new Error('the last line is cut');
    lines += 1;
    if (!('unreadable' in item)) readable += 1;
    yield item;
  }
  // Any text has lines. Ingest judges an empty list by comparing it with what we have.
  if (lines > 0 && readable === 0) throw new Error('none of its lines is a template');
}

const NEWLINE = 0x0a;

function* splitLines(document: Uint8Array): Generator<{ readonly bytes: Uint8Array; readonly ended: boolean }> {
  for (let start = 0; start < document.length; ) {
    const found = document.indexOf(NEWLINE, start);
    const end = found === -1 ? document.length : found;
    const bytes = document.subarray(start, document[end - 1] === 0x0d ? end - 1 : end);
    if (bytes.some((byte) => byte > 0x20)) yield { bytes, ended: found !== -1 };
    start = end + 1;
  }
}

function reread({ raw }: KeptBytes): SourceRecord<unknown> | Unreadable {
  return parseRecord(raw);
}

function parseRecord(raw: Uint8Array): SourceRecord<unknown> | Unreadable {
  const element = elementOf(raw);
  if ('unreadable' in element) return { unreadable: element.unreadable, raw, ...keyAtStart(raw) };
  const { value } = element;
  const template = NucleiTemplate.safeParse(value);
  if (template.success) return { key: template.data.ID, raw, value, parsed: value };
  const key = NucleiTemplate.shape.ID.safeParse((value as { ID?: unknown } | null)?.ID);
  return { unreadable: z.prettifyError(template.error), raw, ...(key.success ? { key: key.data } : {}) };
}

/** Every line starts with the id, so that even a broken one can often be identified. */
function keyAtStart(raw: Uint8Array): { readonly key?: string } {
  const start = new TextDecoder().decode(raw.subarray(0, 120));
  const [, key] = /^\{"ID":"([\w.-]{1,100})"/.exec(start) ?? [];
  return key === undefined ? {} : { key };
}
