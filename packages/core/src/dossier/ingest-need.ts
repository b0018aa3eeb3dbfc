import type { EvidenceAge } from '../advice/automation.ts';
import type { Availability } from './availability.ts';
import type { SourceCoverage } from './facts.ts';

/** Whether to ask again with `fresh=true`, and why, or why not although something is missing. */
export interface IngestNeed {
  readonly needsIngest: boolean;
  readonly ingestReason: string | null;
}

export interface IngestFacts {
  readonly availability: Availability;
  readonly age: EvidenceAge;
  readonly askedLately: boolean;
}

export function ingestNeed({ availability, age, askedLately }: IngestFacts): IngestNeed {
  const missing = missingEvidence(availability, age);
  if (missing === null) return { needsIngest: false, ingestReason: null };
  if (!askedLately) return { needsIngest: true, ingestReason: missing };
  return { needsIngest: false, ingestReason: `${missing} The sources were queried within the last five minutes.` };
}

function missingEvidence(availability: Availability, age: EvidenceAge): string | null {
  if (availability === 'awaiting_ingest') return 'The CVE list announced the record, but it has not arrived yet.';
  if (availability === 'partial') return 'No CVE list record is available.';
  if (availability === 'published' && age === 'outdated') return 'A required source is out of date.';
  return null;
}

/** For so long `fresh=true` is answered from the last round of asking. */
export const ROUND_MS = 5 * 60_000;

/** Reports whether a round of asking for this CVE has just ended: the CVE services are asked in every one. */
export function isAskedLately(coverage: readonly SourceCoverage[], now: number): boolean {
  return coverage.some(
    ({ source, state, checkedAt }) =>
      source === 'cve_services' && state === 'ok' && Math.abs(now - Date.parse(checkedAt ?? '')) < ROUND_MS,
  );
}
