import { z } from 'zod';
import { elementOf } from '../../platform/json-elements.ts';
import type { SourceRecord, Unreadable } from '../source.ts';
import { type OsvDocument, OsvKey, OsvRecord } from './schema.ts';

export type OsvSourceRecord = SourceRecord<OsvDocument> & { readonly modified: Date };

/** Returns an empty string if the record has no ID. */
export function readId(raw: Uint8Array): string {
  const element = elementOf(raw);
  return z.object({ id: z.string() }).safeParse('value' in element ? element.value : null).data?.id ?? '';
}

/** `named` is the id in the file name. */
export function osvItem(raw: Uint8Array, named: string): OsvSourceRecord | Unreadable {
  const setAside = (unreadable: string): Unreadable =>
    OsvKey.safeParse(named).success ? { unreadable, raw, key: named } : { unreadable, raw };

  const element = elementOf(raw);
  if ('unreadable' in element) return setAside(element.unreadable);
  const record = OsvRecord.safeParse(element.value);
  if (!record.success) return setAside(z.prettifyError(record.error));
  const { id, modified, withdrawn } = record.data;
  if (id !== named) return setAside(`the file of ${named} holds ${id}`);
  const { value } = element;
  return { key: id, raw, value, parsed: value as OsvDocument, modified, withdrawn: Boolean(withdrawn) };
}
