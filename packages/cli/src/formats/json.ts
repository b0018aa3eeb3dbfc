import type { PackageVerdict } from '@almanac/core/matching';
import type { Finding } from '@almanac/core/sbom';
import { plainJson } from '../output/plain-text.ts';
import type { ScanResult } from '../scan/result.ts';
import type { ScanRow } from '../scan/rows.ts';
import type { ScanFormat } from './format.ts';

/** The whole result, with members named as in `POST /sbom`. */
export const jsonFormat: ScanFormat = {
  name: 'json',
  write: ({ result, exitCode, about }) =>
    plainJson(JSON.stringify(documentOf(result, exitCode, about.timestamp), null, 2)),
};

function documentOf(result: ScanResult, exitCode: number, timestamp: string) {
  const { files, rows, counts, coverage, snapshot, exploitation, reached, gaps, decided } = result;
  return {
    verdict: verdictOf(result),
    components: counts,
    findings: rows.filter(({ findings }) => findings.length > 0).map(found),
    unknown: rows
      .filter(({ verdict }) => verdict === 'unknown')
      .map(({ file, component, reason, unknownReasons }) => ({
        file,
        component,
        verdictReason: reason,
        unknownReasons,
      })),
    files: files.map(({ path, reading }) => ({
      path,
      kind: reading.file?.kind ?? null,
      components: reading.file?.entries.length ?? 0,
      skipped: reading.file?.skipped ?? [],
      notes: reading.file?.notes ?? [],
      problem: reading.problem,
    })),
    decisions: {
      given: decided.given,
      suppressed: decided.suppressed,
      reopened: decided.over.filter(({ decision: { state } }) => state === 'reopened').length,
      expired: decided.over.filter(({ decision: { state } }) => state === 'expired').length,
      unverified: decided.unverified,
      unused: decided.unused,
      notes: decided.notes,
    },
    exploitation: Object.fromEntries([...exploitation].map(([id, { kev, epss }]) => [id, { kev, epss }])),
    reached: reached.reached,
    gaps: [...gaps.map(({ words }) => words), ...reached.undecided],
    coverage: coverage?.coverage ?? [],
    asOf: coverage?.asOf ?? null,
    ...(snapshot === null ? {} : { snapshot }),
    timestamp,
    exitCode,
  };
}

/** The verdict on the whole scan, as `POST /sbom` gives it. */
function verdictOf({ counts, gaps }: ScanResult): PackageVerdict {
  if (counts.affected > 0) return 'affected';
  if (gaps.length > 0) return 'unknown';
  return counts.notAffected > 0 ? 'not_affected' : 'none_known';
}

function found({ file, component, verdict, reason, unknownReasons, findings, more, advice }: ScanRow) {
  return {
    file,
    component,
    verdict,
    verdictReason: reason,
    unknownReasons,
    total: findings.length + more,
    findings: findings.map(foundFinding),
    left: more,
    ...(advice === null ? {} : { advice }),
  };
}

function foundFinding({ severity, score, title, affectedVersions, fixedIn, records, decision, ...finding }: Finding) {
  return {
    ...finding,
    ...(severity === null ? {} : { severity }),
    ...(score == null ? {} : { score }),
    ...(title === null ? {} : { title }),
    affectedVersions: affectedVersions ?? 'unknown',
    ...(fixedIn === null ? {} : { fixedIn }),
    ...(records === undefined ? {} : { records }),
    ...(decision === undefined ? {} : { decision }),
  };
}
