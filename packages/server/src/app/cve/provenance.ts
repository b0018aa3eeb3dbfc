import type { CoverageRow, Provenance, SourceId } from '@almanac/contract';
import { SOURCES } from '../../sources/catalogue.ts';
import type { LoadedCve } from './cve-facts.ts';

/** Every record behind the answer, where it can be looked at, and what its bytes were. */
export function provenanceOf(
  { records, tracker }: LoadedCve,
  coverage: readonly CoverageRow[],
  score: { readonly day: string; readonly sha256: string; readonly observedAt: Date } | null,
): Provenance[] {
  const checked = new Map<string, string | null>(coverage.map(({ source, checkedAt }) => [source, checkedAt]));
  const entries = [
    ...records.map(({ source, key, sha256, observedAt }) => ({
      source,
      record: key,
      sha256,
      observedAt,
      url: addressOf(source, key),
    })),
    ...(tracker?.records ?? []).map(({ key, sha256, observedAt, url }) => ({
      source: 'nixpkgs' as const,
      record: key,
      sha256,
      observedAt,
      url,
    })),
    ...(score === null
      ? []
      : [
          {
            source: 'epss' as const,
            record: score.day,
            sha256: score.sha256,
            observedAt: score.observedAt,
            url: addressOf('epss', score.day),
          },
        ]),
  ];
  return entries.map(({ source, record, sha256, observedAt, url }) => {
    const seen = observedAt.toISOString();
    const last = checked.get(source) ?? null;
    const fetchedAt = last !== null && last > seen ? last : seen;
    return { source, record, url, sha256, observedAt: seen, fetchedAt };
  });
}

/** Where people read the record. */
export function addressOf(source: SourceId, key: string): string | null {
  return SOURCES[source].recordUrl?.(encodeURIComponent(key)) ?? null;
}
