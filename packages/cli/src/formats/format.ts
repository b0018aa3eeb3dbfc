import type { ExportAbout } from '@almanac/core/sbom';
import type { ExitCode } from '../exit-codes.ts';
import type { Colours } from '../output/colours.ts';
import type { ScanResult } from '../scan/result.ts';
import type { FormatName } from './names.ts';

export interface ScanReport {
  readonly result: ScanResult;
  readonly exitCode: ExitCode;
  readonly about: Omit<ExportAbout, 'fileName' | 'lines'>;
  /** Depends on the destination: a file has neither colours nor a width. */
  readonly colours: Colours;
  readonly width: number | null;
}

/** A scan output format. It includes every row, also unknown and suppressed ones. */
export interface ScanFormat {
  readonly name: FormatName;
  /** Returns the document without its final line break. */
  write(report: ScanReport): string;
}
