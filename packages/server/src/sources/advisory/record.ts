import { z } from 'zod';
import type { JsonElement } from '../../platform/json-elements.ts';
import type { SourceRecord, Unreadable } from '../source.ts';
import { Advisory, type AdvisoryDocument, GhsaKey } from './schema.ts';

export type AdvisoryRecord = SourceRecord<AdvisoryDocument> & { readonly modified: Date; readonly published: Date };

/** One advisory, out of a page or alone. */
export function recordOf(element: JsonElement): AdvisoryRecord | Unreadable {
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
  return { key, raw, value, parsed: value as AdvisoryDocument, modified, published, withdrawn: Boolean(withdrawn) };
}
