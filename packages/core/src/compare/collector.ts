import { printPurl } from '../purl/build.ts';
import { readPurl } from '../purl/parse.ts';
import { REPORT_LIMITS, type ReportedFinding, type ReportedPackage } from './model.ts';

/** That a report has more than is read. */
export class ReportTooLarge extends Error {
  override readonly name = 'ReportTooLarge';
}

/** Gathers what a report names, within the limits; each package once. */
export function openCollector() {
  const packages = new Map<string, ReportedPackage>();
  const findings: ReportedFinding[] = [];
  let unreadable = 0;
  return {
    package(given: ReportedPackage): ReportedPackage {
      const named = { ...given, purl: given.purl === null ? null : normalised(given.purl) };
      const key = named.purl ?? JSON.stringify([named.name, named.version]);
      const known = packages.get(key);
      if (known !== undefined) return known;
      if (packages.size >= REPORT_LIMITS.packages) throw new ReportTooLarge('packages');
      packages.set(key, named);
      return named;
    },
    finding(finding: ReportedFinding): void {
      if (findings.length >= REPORT_LIMITS.findings) throw new ReportTooLarge('findings');
      findings.push(finding);
    },
    /** An entry that names no package or no vulnerability. */
    unreadable(): void {
      unreadable += 1;
    },
    report: () => ({ findings, packages: [...packages.values()], unreadable }),
  };
}

export type Collector = ReturnType<typeof openCollector>;

/** What may tell of somebody's own files and makes no other package. */
const NOT_SENT = ['download_url', 'vcs_url', 'file_name', 'checksum', 'package-id'];
/** The service takes purls of so many characters. */
const LONGEST = 1_000;

function normalised(given: string): string | null {
  const { purl } = readPurl(given, { tolerant: true });
  if (purl === null) return null;
  const qualifiers = Object.fromEntries(Object.entries(purl.qualifiers).filter(([key]) => !NOT_SENT.includes(key)));
  const printed = printPurl({ ...purl, qualifiers, subpath: null });
  return printed.length > LONGEST || printed.includes('%00') ? null : printed;
}
