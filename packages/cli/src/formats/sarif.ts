import { sarifOfFiles } from '@almanac/core/sbom';
import { plainJson } from '../output/plain-text.ts';
import { examined } from '../scan/rows.ts';
import type { ScanFormat } from './format.ts';

/** SARIF 2.1.0. */
export const sarifFormat: ScanFormat = {
  name: 'sarif',
  write({ result: { files, rows }, about }) {
    const byFile = Map.groupBy(rows, ({ file }) => file);
    const parts = files.map(({ path, reading }) => ({
      fileName: path,
      examined: (byFile.get(path) ?? []).map(examined),
      lines: reading.file?.lines,
    }));
    return plainJson(JSON.stringify(sarifOfFiles(parts, about), null, 2));
  },
};
