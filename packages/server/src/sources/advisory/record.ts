import { z } from 'zod';
import type { JsonElement } from '../../platform/json-elements.ts';
import type { Noticed, SourceRecord, Unreadable } from '../source.ts';
import { Advisory, type AdvisoryDocument, GhsaKey, TYPES } from './schema.ts';

export type AdvisoryRecord = SourceRecord<AdvisoryDocument> & { readonly modified: Date; readonly published: Date };

export function advisoryItem(element: JsonElement): AdvisoryRecord | Unreadable {
  const { bytes: raw } = element;
  if ('unreadable' in element) return { unreadable: element.unreadable, raw };
  const { value } = element;
  const advisory = Advisory.safeParse(value);
  if (!advisory.success) {
    const unreadable = z.prettifyError(advisory.error);
    const key = GhsaKey.safeParse((value as { ghsa_id?: unknown } | null)?.ghsa_id);
    return key.success ? { unreadable, raw, key: key.data } : { unreadable, raw };
  }
  const { ghsa_id: key, updated_at: modified, published_at: published, withdrawn_at: withdrawn } = advisory.data;
  const record = { key, raw, value, parsed: value as AdvisoryDocument, modified, published };
  return { ...record, withdrawn: Boolean(withdrawn), ...oddType(key, advisory.data.type) };
}

/** Advisories of unknown types are in none of the listings that we read, so only a single fetch finds them. */
function oddType(key: string, type: string | null | undefined): { readonly odd?: Noticed } {
  if (type == null || TYPES.some((known) => known === type)) return {};
  const detail = `${key} is of the type ${JSON.stringify(type.slice(0, 60))}, which is not listed`;
  return { odd: { noticed: 'UNKNOWN_FORM', detail } };
}
