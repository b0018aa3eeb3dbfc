import type { Evidence } from './evidence.ts';
import type { EvidencePointer } from './facts.ts';

/** Older records of the CVE list say so at the beginning of their description. */
const MARK = /^\s*\*\* ?disputed ?\*\*/i;

/** Where a record says that the vulnerability is disputed: by a tag of the CVE list or NVD, or in its description. */
export function disputesOf({ live }: Pick<Evidence, 'live'>): EvidencePointer[] {
  return live.flatMap(({ source, id, tags, description }) => {
    const tagged = tags.some((tag) => tag.toLowerCase() === 'disputed');
    if (tagged) return [{ source, record: id, field: 'tags' }];
    return MARK.test(description ?? '') ? [{ source, record: id, field: 'description' }] : [];
  });
}
