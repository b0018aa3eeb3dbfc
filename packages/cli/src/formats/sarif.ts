import { sarifOf } from '@almanac/core/sbom';
import { plainJson } from '../output/plain-text.ts';
import { examined } from '../scan/rows.ts';
import type { ScanFormat } from './format.ts';

/**
 * SARIF 2.1.0. A place is one in a file: each file is a run of its own, and of its own category (SARIF 3.17.3), since hosts of code refuse
 * two runs of one category and take a run for the successor of the last one of its category.
 */
export const sarifFormat: ScanFormat = {
  name: 'sarif',
  write({ result: { files, rows }, about }) {
    const whole = sarifOf([], { ...about, fileName: null });
    const byFile = Map.groupBy(rows, ({ file }) => file);
    const runs = files.flatMap(({ path, reading }) => {
      const documentId = `almanac/${path}/${about.documentId}`;
      const lines = reading.file?.lines;
      return sarifOf((byFile.get(path) ?? []).map(examined), { ...about, fileName: path, documentId, lines }).runs;
    });
    return plainJson(JSON.stringify(files.length === 0 ? whole : { ...whole, runs }, null, 2));
  },
};
