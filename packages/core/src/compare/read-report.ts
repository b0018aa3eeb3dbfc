import { exceedsBounds } from '../sbom/json-bounds.ts';
import { SBOM_LIMITS } from '../sbom/model.ts';
import { type Collector, openCollector, ReportTooLarge } from './collector.ts';
import { type Members, members } from './fields.ts';
import { isGrype, readGrype } from './grype.ts';
import { REPORT_LIMITS, type ReportReading, type Scanner } from './model.ts';
import { isOsvScanner, readOsvScanner } from './osv-scanner.ts';
import { isTrivy, readTrivy } from './trivy.ts';

interface Reader {
  readonly scanner: Scanner;
  readonly isIt: (report: Members) => boolean;
  /** Returns the version of the scanner. */
  readonly read: (report: Members, into: Collector) => string | null;
}

const READERS: readonly Reader[] = [
  { scanner: 'grype', isIt: isGrype, read: readGrype },
  { scanner: 'trivy', isIt: isTrivy, read: readTrivy },
  { scanner: 'osv-scanner', isIt: isOsvScanner, read: readOsvScanner },
];

/** Reads the JSON report of a scanner, told by its shape. Its size is compared with the limits before anything is parsed. */
export function readReport(given: string): ReportReading {
  if (given.length > SBOM_LIMITS.characters) return refused(`it exceeds ${number(SBOM_LIMITS.characters)} characters`);
  const tooMuch = exceedsBounds(given, SBOM_LIMITS);
  if (tooMuch !== null) return refused(tooMuch.message);
  let value: unknown;
  try {
    value = JSON.parse(given.replace(/^\uFEFF/, ''));
  } catch {
    return refused('it is not JSON; create the report with --format json, or -o json for grype');
  }
  const report = members(value);
  const reader = READERS.find(({ isIt }) => isIt(report));
  if (reader === undefined) return refused('it is not a JSON report from grype, trivy or osv-scanner');
  const collector = openCollector();
  try {
    const version = reader.read(report, collector);
    return { report: { scanner: reader.scanner, version, ...collector.report() }, problem: null };
  } catch (error) {
    if (!(error instanceof ReportTooLarge)) throw error;
    return refused(`it has more than ${number(REPORT_LIMITS.findings)} ${error.message}`);
  }
}

function refused(problem: string): ReportReading {
  return { report: null, problem };
}

function number(value: number): string {
  return value.toLocaleString('en-GB');
}
