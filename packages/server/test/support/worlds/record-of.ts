import { type RecordDocument, readVulnerabilityRecord, type VulnerabilityRecord } from '@almanac/core/records';

/** A record as projections are given it. */
export function recordOf(
  source: RecordDocument['source'],
  value: unknown,
  { key }: { readonly key: string },
): VulnerabilityRecord {
  return readVulnerabilityRecord({ source, key, value });
}
