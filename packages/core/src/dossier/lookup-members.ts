import { list, member } from '../ranges/untyped.ts';
import { MAX_VECTOR } from '../records/parts.ts';
import { readVulnerabilityRecord } from '../records/read-record.ts';
import { readText } from '../records/text.ts';
import type { Rating } from '../scores/rating.ts';
import { reconcileSeverity } from '../scores/severity.ts';
import type { SourceDocument } from './facts.ts';

/** `data.advisory` of the lookup. */
export interface AdvisoryMember {
  readonly advisoryId: string;
  readonly severity: Rating | null;
  readonly summary: string | null;
  readonly cvss: number | null;
  readonly reviewed: boolean;
  readonly published: string | null;
  readonly modified: string | null;
  readonly withdrawn: boolean;
  readonly references: readonly string[];
}

/** The advisory that speaks for the CVE, in short; the whole of it stands under `sources`. */
export function advisoryMember(document: SourceDocument | null): AdvisoryMember | null {
  if (document === null) return null;
  const record = readVulnerabilityRecord(document);
  const { chosen } = reconcileSeverity(record.severities);
  return {
    advisoryId: record.id,
    severity: chosen?.rating ?? null,
    summary: record.title,
    cvss: chosen?.score ?? null,
    reviewed: record.type === 'reviewed',
    published: record.published,
    modified: record.modified,
    withdrawn: record.state === 'withdrawn',
    references: record.references.map(({ url }) => url),
  };
}

/** `data.osv` of the lookup: the record's own members under their own names, without its packages. */
export interface OsvMember {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly related: readonly string[];
  readonly upstream: readonly string[];
  readonly severity: readonly { readonly type: string; readonly score: string }[];
  readonly summary: string | null;
  readonly details: string | null;
  readonly published: string | null;
  readonly modified: string | null;
  readonly withdrawn: string | null;
}

/** The OSV record that speaks for the CVE. Its dates stay as it writes them; the packages stand under `sources`. */
export function osvMember(document: SourceDocument | null): OsvMember | null {
  if (document === null) return null;
  const { value } = document;
  const { id, aliases, related, upstream, title, description } = readVulnerabilityRecord(document);
  const own = (name: string, maxLength: number) => readText(member(value, name), maxLength);
  return {
    id,
    aliases,
    related,
    upstream,
    severity: list(member(value, 'severity'))
      .slice(0, 100)
      .flatMap((severity) => {
        const type = readText(member(severity, 'type'), 20);
        const score = readText(member(severity, 'score'), MAX_VECTOR);
        return type === null || score === null ? [] : [{ type, score }];
      }),
    summary: title,
    details: description,
    published: own('published', 64),
    modified: own('modified', 64),
    withdrawn: own('withdrawn', 64),
  };
}
