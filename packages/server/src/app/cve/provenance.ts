import type { CoverageRow, Provenance, SourceId } from '@almanac/contract';
import { SOURCES } from '../../sources/catalogue.ts';
import type { LoadedCve } from './cve-facts.ts';

type Score = { readonly day: string; readonly sha256: string; readonly observedAt: Date } | null;

/** A record behind an answer. */
export type RecordOrigin = Omit<Provenance, 'fetchedAt'>;

/** Every record behind the answer, where it can be looked at, and what its bytes were. */
export function provenanceOf(knowledge: LoadedCve, coverage: readonly CoverageRow[], score: Score): Provenance[] {
  return provenanceFrom(originsOf(knowledge), coverage, score);
}

/** The records, without when they were last looked for. */
export function originsOf({ records, tracker }: Pick<LoadedCve, 'records' | 'tracker'>): RecordOrigin[] {
  return [
    ...records.map(({ source, key, sha256, observedAt }) =>
      originOf(source, key, sha256, observedAt, addressOf(source, key)),
    ),
    ...(tracker?.records ?? []).map(({ key, sha256, observedAt, url }) =>
      originOf('nixpkgs', key, sha256, observedAt, url),
    ),
  ];
}

function originOf(
  source: SourceId,
  record: string,
  sha256: string,
  observedAt: Date,
  url: string | null,
): RecordOrigin {
  return { source, record, url, sha256, observedAt: observedAt.toISOString() };
}

/** The same with the score, and with when each was last looked for. */
export function provenanceFrom(
  origins: readonly RecordOrigin[],
  coverage: readonly CoverageRow[],
  score: Score,
): Provenance[] {
  const checked = new Map<string, string | null>(coverage.map(({ source, checkedAt }) => [source, checkedAt]));
  const scored =
    score === null ? [] : [originOf('epss', score.day, score.sha256, score.observedAt, addressOf('epss', score.day))];
  return [...origins, ...scored].map(({ source, record, url, sha256, observedAt: seen }) => {
    const last = checked.get(source) ?? null;
    const fetchedAt = last !== null && last > seen ? last : seen;
    return { source, record, url, sha256, observedAt: seen, fetchedAt };
  });
}

/** Where people read the record. */
export function addressOf(source: SourceId, key: string): string | null {
  return SOURCES[source].recordUrl?.(encodeURIComponent(key)) ?? null;
}
