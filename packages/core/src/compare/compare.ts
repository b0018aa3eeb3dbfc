import { isSuppressed } from '../decisions/decide.ts';
import type { Finding } from '../sbom/findings.ts';
import { purlQuestion } from '../scan/purl-question.ts';
import { type Cause, causeOfOurs, causeOfTheirs, type RecordStatus, type TheirFacts } from './causes.ts';
import type { JudgedPackage, Knowledge, KnownRecord } from './knowledge.ts';
import { idsOfFinding, type MergedFinding, mergeByAlias, packagesByReportedId } from './merge.ts';
import type { ReportedPackage, Scanner, ScannerReport } from './model.ts';
import { NAMED, oursWords, theirWhy } from './why.ts';

export interface ComparedFinding {
  readonly cause: Cause;
  readonly id: string;
  /** Other ids of the same vulnerability. */
  readonly aliases: readonly string[];
  readonly package: ReportedPackage;
  /** What of the evidence made the difference, in a sentence. */
  readonly why: string;
}

/** Every finding of either side, each vulnerability of a package once. */
export function compareReport(report: ScannerReport, known: Knowledge): ComparedFinding[] {
  const rows: ComparedFinding[] = [];
  const byPackage = Map.groupBy(report.findings, ({ package: one }) => one);
  const places = packagesByReportedId(report.findings);
  for (const one of report.packages) {
    const judged = one.purl === null ? undefined : known.packages.get(one.purl);
    const findings = judged?.outcome.findings ?? [];
    const theirs = mergeByAlias(byPackage.get(one) ?? [], findings);
    const byId = new Map(findings.flatMap((each) => idsOfFinding(each).map((id) => [id.toLowerCase(), each] as const)));
    const met = new Set<Finding>();
    for (const their of theirs) {
      const ours = their.ids.map((id) => byId.get(id.toLowerCase())).find((each) => each !== undefined) ?? null;
      if (ours !== null) met.add(ours);
      const row = theirRow(one, their, ours, judged, known);
      if (row !== null) rows.push(row);
    }
    for (const ours of findings) {
      if (met.has(ours) || ours.status !== 'affected' || isSuppressed(ours)) continue;
      if (judged?.outcome.verdict === 'affected') rows.push(ourRow(one, ours, report.scanner, places));
    }
  }
  return rows;
}

function theirRow(
  one: ReportedPackage,
  { ids, isIgnored, ignored }: MergedFinding,
  ours: Finding | null,
  judged: JudgedPackage | undefined,
  known: Knowledge,
): ComparedFinding | null {
  const lower = ids.map((id) => id.toLowerCase());
  const cleared = lower.map((id) => judged?.cleared.get(id)).find((each) => each !== undefined) ?? null;
  const record = recordOf(lower, known);
  const named = record.packages.find((each) => each === formatRecordName(one)) ?? null;
  const facts: TheirFacts = {
    isIgnored,
    asked: askedOf(one, judged),
    ours:
      ours === null
        ? null
        : {
            status:
              judged?.outcome.verdict === 'affected' || ours.status !== 'affected' ? ours.status : suppressedOr(ours),
            isSuppressed: isSuppressed(ours),
            isSameId: lower.includes(ours.id.toLowerCase()),
          },
    isCleared: cleared !== null,
    record: record.status,
    isNamed: named !== null,
    isOpen: judged === undefined || judged.outcome.verdict === 'unknown' || !judged.isComplete,
  };
  const cause = causeOfTheirs(facts);
  if (cause === null) return null;
  const [first = ''] = ids;
  const id = ours?.id ?? ids.find((each) => each.startsWith('CVE-')) ?? first;
  const aliases = [...new Set([...ids, ...(ours?.aliases ?? [])])].filter((each) => each !== id);
  const why = theirWhy(cause, { ours, judged, cleared, record, named, ignored, ids });
  return { cause, id, aliases, package: one, why };
}

/** Formats a package as records name it: `pkg:npm/lodash@4.17.20` → `npm lodash`. */
function formatRecordName({ purl }: ReportedPackage): string | null {
  const parsed = purl === null ? null : purlQuestion(purl).parsed;
  return parsed?.ecosystem == null ? null : `${parsed.ecosystem} ${parsed.package}`;
}

/** What does not count in the verdict any more counts as affected where a decision is the reason, and else as possible. */
function suppressedOr(finding: Finding): 'affected' | 'possible' {
  return isSuppressed(finding) ? 'affected' : 'possible';
}

function askedOf({ purl }: ReportedPackage, judged: JudgedPackage | undefined): TheirFacts['asked'] {
  if (purl === null) return 'no_purl';
  if (judged === undefined) return 'failed';
  const { verdict, unknownReasons } = judged.outcome;
  if (verdict !== 'unknown') return 'ok';
  if (unknownReasons.some((each) => each === 'failed' || each === 'pending' || each === 'cancelled')) return 'failed';
  if (unknownReasons.includes('invalid')) return 'no_purl';
  return unknownReasons.every((each) => each === 'not_covered') ? 'not_covered' : 'ok';
}

/** Of several ids the one that tells most. */
function recordOf(ids: readonly string[], { records }: Knowledge): KnownRecord {
  const all = ids.flatMap((id) => records.get(id) ?? []);
  const status = ORDER.find((each) => all.some((record) => record.status === each)) ?? 'not_asked';
  return { status, packages: [...new Set(all.flatMap(({ packages }) => packages))] };
}

const ORDER: readonly RecordStatus[] = ['published', 'rejected', 'withdrawn', 'not_asked', 'unknown'];

function ourRow(
  one: ReportedPackage,
  ours: Finding,
  scanner: Scanner,
  places: ReadonlyMap<string, ReadonlySet<string>>,
): ComparedFinding {
  const elsewhere = [...new Set(idsOfFinding(ours).flatMap((id) => Array.from(places.get(id.toLowerCase()) ?? [])))];
  const cause = causeOfOurs({
    scannerReads: (source) => scanner !== 'osv-scanner' || OF_OSV.has(source),
    sources: ours.sources,
    isElsewhere: elsewhere.length > 0,
  });
  const why =
    cause === 'elsewhere_in_report'
      ? `The report lists it for ${elsewhere.slice(0, NAMED).join(', ')}.`
      : oursWords(ours);
  return { cause, id: ours.id, aliases: ours.aliases, package: one, why };
}

/** osv-scanner asks osv.dev, which carries the GitHub Advisory Database; what grype and trivy read depends on their configuration. */
const OF_OSV: ReadonlySet<string> = new Set(['osv', 'advisory']);
