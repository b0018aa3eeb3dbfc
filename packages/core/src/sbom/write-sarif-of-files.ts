import type { ExportAbout } from './export-about.ts';
import type { ExaminedComponent } from './findings.ts';
import { type SarifLog, toSarif } from './write-sarif.ts';

/** One file of a scan. */
export interface ExaminedFile {
  readonly fileName: string;
  readonly examined: readonly ExaminedComponent[];
  readonly lines?: ExportAbout['lines'];
}

/**
 * Writes a scan of any number of files as one SARIF run: GitHub refuses a log of more than 20 runs, and two runs of one category. The id
 * of the run begins with its category (SARIF 3.17.3), so that the next scan replaces the results of this one.
 */
export function sarifOfFiles(files: readonly ExaminedFile[], about: Omit<ExportAbout, 'fileName' | 'lines'>): SarifLog {
  const documentId = `almanac/${about.documentId}`;
  const log = toSarif(
    files.flatMap(({ examined }) => examined),
    { ...about, fileName: null, documentId },
  );
  const [run] = log.runs;
  const places = new Map(run.tool.driver.rules.map(({ id }, place) => [id, place]));
  const results = files.flatMap(({ examined, ...file }) =>
    toSarif(examined, { ...about, ...file }).runs[0].results.map((result) =>
      Object.assign(result, { ruleIndex: places.get(result.ruleId) ?? -1 }),
    ),
  );
  return { ...log, runs: [{ ...run, results }] };
}
