import type { ExaminedComponent, ExportAbout } from '@almanac/core/sbom';
import { plainJson } from '../output/plain-text.ts';
import { examined } from '../scan/rows.ts';
import type { ScanReport } from './format.ts';

export function wholeDocument(
  { result: { rows, files }, about }: ScanReport,
  write: (components: readonly ExaminedComponent[], about: ExportAbout) => unknown,
): string {
  const fileName = files.length === 1 ? (files[0]?.path ?? null) : null;
  return plainJson(JSON.stringify(write(rows.map(examined), { ...about, fileName }), null, 2));
}
