import type { CoverageRow } from '@almanac/contract';
import { reconcileCve } from '@almanac/core/dossier';
import type { LoadedCve } from './cve-facts.ts';

/** The few members of a dossier that a list shows. */
export function briefOf({ facts }: LoadedCve, coverage: readonly CoverageRow[]) {
  const { canonical, quality, agentHints } = reconcileCve(facts, coverage);
  const { id, availability, title, severity, cvssScore, published, modified, epss, kev } = canonical;
  return {
    cve_id: id,
    availability,
    title,
    severity,
    cvssScore,
    published,
    modified,
    epss: epss === null ? null : { epss: epss.epss, percentile: epss.percentile },
    kev: kev !== null,
    grade: quality.grade,
    fixedVersions: agentHints.knownFixedVersions,
  };
}
