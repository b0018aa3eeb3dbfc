import { normaliseCveId } from '@almanac/core/ids';
import { parseInstant } from '@almanac/core/records';
import { z } from 'zod';
import type { JsonElement } from '../../platform/json-elements.ts';
import type { SourceRecord, Unreadable } from '../source.ts';

/** A whole element of `vulnerabilities`: `{ cve: … }`. Unchecked. */
export type NvdElement = unknown;

/** Only what is needed to file a record; the rest may be missing or odd. */
const Filed = z.object({
  cve: z.object({
    id: z.string().transform((id, context) => normaliseCveId(id) ?? wrongId(context)),
    lastModified: z.string().catch(''),
    vulnStatus: z.string().catch(''),
  }),
});

export function nvdItem(element: JsonElement): SourceRecord<NvdElement> | Unreadable {
  const { bytes: raw } = element;
  if ('unreadable' in element) return { unreadable: element.unreadable, raw };
  const { value } = element;
  const filed = Filed.safeParse(value);
  if (!filed.success) return { unreadable: z.prettifyError(filed.error), raw };
  const { id, lastModified, vulnStatus } = filed.data.cve;
  const modified = parseInstant(lastModified);
  return {
    key: id,
    raw,
    value,
    parsed: value,
    // NVD's data on rejected records no longer counts. Many at once need review.
    withdrawn: vulnStatus.toLowerCase() === 'rejected',
    ...(modified !== null && { modified }),
  };
}

function wrongId(context: z.RefinementCtx): never {
  context.addIssue('expected a CVE id');
  return z.NEVER;
}
