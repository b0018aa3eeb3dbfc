import type { Db } from '../../../src/store/database.ts';
import { projectionStore } from './projection-store.ts';

export interface GivenAdvisory {
  readonly type?: 'reviewed' | 'unreviewed' | 'malware';
  readonly severity?: string;
  readonly cve?: string;
  readonly cwes?: readonly string[];
  /** `pip:requests:< 2.0:2.0`. */
  readonly packages?: readonly string[];
  readonly published: string;
  readonly updated?: string;
  readonly withdrawn?: string;
}

/** An advisory as the REST API of the database writes it. */
export function restAdvisory(id: string, given: GivenAdvisory) {
  const { type = 'reviewed', severity = 'high', cve = null, cwes = [], packages = [], published } = given;
  return {
    ghsa_id: id,
    cve_id: cve,
    type,
    severity,
    summary: `Summary of ${id}`,
    description: 'Longer.',
    identifiers: [{ value: id, type: 'GHSA' }, ...(cve === null ? [] : [{ value: cve, type: 'CVE' }])],
    published_at: published,
    updated_at: given.updated ?? published,
    withdrawn_at: given.withdrawn ?? null,
    vulnerabilities: packages.map((text) => {
      const [ecosystem, name, range, fixed] = text.split(':');
      return {
        package: { ecosystem, name },
        vulnerable_version_range: range,
        first_patched_version: fixed === '' ? null : fixed,
      };
    }),
    cvss_severities: { cvss_v3: { vector_string: null, score: 0 }, cvss_v4: { vector_string: null, score: 0 } },
    cwes: cwes.map((cwe_id) => ({ cwe_id, name: cwe_id })),
  };
}

/** Stores advisories as an ingest would; null where the database no longer has one. */
export async function putAdvisories(
  db: Db,
  advisories: Readonly<Record<string, GivenAdvisory | null>>,
  at = new Date('2026-11-01T00:00:00Z'),
): Promise<void> {
  const records = Object.entries(advisories).map(([id, given]) => [
    id,
    given === null ? null : restAdvisory(id, given),
  ]);
  await projectionStore(db).put('advisory', Object.fromEntries(records), at);
}
