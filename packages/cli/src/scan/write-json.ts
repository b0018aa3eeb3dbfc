import type { ExitCode } from '../exit-codes.ts';
import type { ScanResult } from './result.ts';
import type { ScanRow } from './rows.ts';

/** The whole result for programs: members named as `POST /sbom` names them, with the file of each. */
export function scanJson(result: ScanResult, exitCode: ExitCode, timestamp: string): string {
  const { files, rows, counts, coverage, exploitation, reached, gaps } = result;
  const document = {
    verdict: counts.affected > 0 ? 'affected' : gaps.length > 0 ? 'unknown' : 'not_affected',
    components: counts,
    findings: rows.filter(({ findings }) => findings.length > 0).map(found),
    unknown: rows
      .filter(({ verdict }) => verdict === 'unknown')
      .map(({ file, component, reason }) => ({ file, component, verdictReason: reason })),
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
    gaps: [...gaps, ...reached.undecided],
    coverage: coverage?.coverage ?? [],
    asOf: coverage?.asOf ?? null,
    timestamp,
    exitCode,
  };
  return JSON.stringify(document, null, 2);
}

function found({ file, component, verdict, reason, findings, more }: ScanRow) {
  return {
    file,
    component,
    verdict,
    verdictReason: reason,
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
