import { parseInstant } from '@almanac/core/records';
import { z } from 'zod';
import { elementOf, membersOf } from '../../platform/json-elements.ts';
import { type FileAddress, fileSource } from '../file-source.ts';
import { decodeJson, type Reader } from '../reader.ts';
import type { KeptBytes, LazyRecord, Source, SourceRecord, Unreadable } from '../source.ts';
import { MetasploitModule } from './schema.ts';

/** Many times today's size. */
const MAX_BYTES = 128 << 20;

export const metasploitReader: Reader<FileAddress> = { open: metasploit, decode: decodeJson };

export function metasploit({ url }: FileAddress): Source<unknown> {
  return fileSource({ id: 'metasploit', url, maxBytes: MAX_BYTES, records, reread });
}

function* records(document: Uint8Array): Generator<LazyRecord<unknown> | Unreadable> {
  for (const { name, bytes: raw } of membersOf(document)) {
    const key = toPath(name);
    if (key === null) yield { unreadable: `"${name.slice(0, 100)}" is no type and path of a module`, raw };
    else yield { key, raw, read: () => parseRecord(key, raw) };
  }
}

/** `exploit_multi/http/x` → `exploit/multi/http/x`, the module's full name. */
function toPath(name: string): string | null {
  const [, type, path] = /^([a-z]{1,20})_([\w.+/-]{1,300})$/.exec(name) ?? [];
  return type === undefined ? null : `${type}/${path}`;
}

function reread({ raw, key }: KeptBytes): SourceRecord<unknown> | Unreadable {
  return key === null ? { unreadable: 'nothing tells which module this is', raw } : parseRecord(key, raw);
}

function parseRecord(key: string, raw: Uint8Array): SourceRecord<unknown> | Unreadable {
  const element = elementOf(raw);
  if ('unreadable' in element) return { unreadable: element.unreadable, raw, key };
  const { value } = element;
  const module = MetasploitModule.safeParse(value);
  if (!module.success) return { unreadable: z.prettifyError(module.error), raw, key };
  const modified = parseInstant(module.data.mod_time);
  return { key, raw, value, parsed: value, ...(modified === null ? {} : { modified }) };
}
