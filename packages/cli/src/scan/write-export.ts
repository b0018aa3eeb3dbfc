import { cycloneDxVexOf, type ExportAbout, openVexOf, sarifOf } from '@almanac/core/sbom';
import type { GivenFile } from './read-files.ts';
import { examined, type ScanRow } from './rows.ts';

export type ExportFormat = 'sarif' | 'vex' | 'cyclonedx-vex';

/** For other programs. Every row is in it, what is unknown as unknown. */
export function scanExport(
  format: ExportFormat,
  files: readonly GivenFile[],
  rows: readonly ScanRow[],
  about: Omit<ExportAbout, 'fileName'>,
): string {
  return JSON.stringify(WRITERS[format](files, rows, about), null, 2);
}

type Writer = (files: readonly GivenFile[], rows: readonly ScanRow[], about: Omit<ExportAbout, 'fileName'>) => unknown;

const WRITERS: Readonly<Record<ExportFormat, Writer>> = {
  vex: (files, rows, about) => openVexOf(rows.map(examined), { ...about, fileName: oneName(files) }),
  'cyclonedx-vex': (files, rows, about) => cycloneDxVexOf(rows.map(examined), { ...about, fileName: oneName(files) }),
  // A place is one in a file: each file is a run of its own, and of its own category (SARIF 3.17.3), since hosts of code refuse
  // two runs of one category and take a run for the successor of the last one of its category.
  sarif(files, rows, about) {
    const whole = sarifOf([], { ...about, fileName: null });
    if (files.length === 0) return whole;
    const byFile = Map.groupBy(rows, ({ file }) => file);
    const runs = files.flatMap(
      ({ path }) =>
        sarifOf((byFile.get(path) ?? []).map(examined), {
          ...about,
          fileName: path,
          documentId: `almanac/${path}/${about.documentId}`,
        }).runs,
    );
    return { ...whole, runs };
  },
};

function oneName(files: readonly GivenFile[]): string | null {
  return files.length === 1 ? (files[0]?.path ?? null) : null;
}
