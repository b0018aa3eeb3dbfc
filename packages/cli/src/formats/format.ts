import type { ExportAbout } from '@almanac/core/sbom';
import type { ExitCode } from '../exit-codes.ts';
import type { Colours } from '../output/colours.ts';
import type { ScanResult } from '../scan/result.ts';
import type { FormatName } from './names.ts';

/** A scan and what its document says about itself. */
export interface ScanReport {
  readonly result: ScanResult;
  readonly exitCode: ExitCode;
  readonly about: Omit<ExportAbout, 'fileName' | 'lines'>;
  /** Of what the document goes to: a file has neither colours nor a width. */
  readonly colours: Colours;
  readonly width: number | null;
}

/** One way to write a scan. Every row is in it, what is unknown as unknown, and what is suppressed as suppressed. */
export interface ScanFormat {
  readonly name: FormatName;
  /** The document without the line break at its end. */
  write(report: ScanReport): string;
}
