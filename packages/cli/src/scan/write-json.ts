import type { PackageVerdict } from '@almanac/core/matching';
import type { ExitCode } from '../exit-codes.ts';
import type { ScanResult } from './result.ts';
import type { ScanRow } from './rows.ts';

/** The whole result for programs: members named as `POST /sbom` names them, with the file of each. */
export function scanJson(result: ScanResult, exitCode: ExitCode, timestamp: string): string {
  const { files, rows, counts, coverage, exploitation, reached, gaps } = result;
  const document = {
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
    exploitation: Object.fromEntries([...exploitation].map(([id, { kev, epss }]) => [id, { kev, epss }])),
    reached: reached.reached,
    gaps: [...gaps.map(({ words }) => words), ...reached.undecided],
    coverage: coverage?.coverage ?? [],
    asOf: coverage?.asOf ?? null,
    timestamp,
    exitCode,
  };
  return JSON.stringify(document, null, 2);
}

/** As `POST /sbom` gives it, of everything that was scanned. */
function verdictOf({ counts, gaps }: ScanResult): PackageVerdict {
  if (counts.affected > 0) return 'affected';
  if (gaps.length > 0) return 'unknown';
  return counts.notAffected > 0 ? 'not_affected' : 'none_known';
}

function found({ file, component, verdict, reason, unknownReasons, findings, more }: ScanRow) {
  return {
    file,
    component,
    verdict,
    verdictReason: reason,
    unknownReasons,
    total: findings.length + more,
    findings: findings.map(({ id, confidence, status, severity, affectedVersions, fixedIn, sources }) => ({
      id,
      confidence,
      status,
      ...(severity === null ? {} : { severity }),
      affectedVersions: affectedVersions ?? 'unknown',
      ...(fixedIn === null ? {} : { fixedIn }),
      sources,
    })),
    left: more,
  };
}
