import type { Coverage } from '@almanac/contract';
import type { JudgedPackage, Knowledge, ReportedPackage, ScannerReport } from '@almanac/core/compare';
import type { DecisionIndex } from '@almanac/core/decisions';
import { isKnownExploited, PENDING_OUTCOME, type ScanOutcome } from '@almanac/core/scan';
import { askPurls } from '../scan/ask.ts';
import { cvesToAsk } from '../scan/cves-to-ask.ts';
import { decideRows } from '../scan/decided.ts';
import { exploitationOf } from '../scan/exploitation.ts';
import type { ScanRow } from '../scan/rows.ts';
import { isCve } from '../scan/thresholds.ts';
import type { Session } from '../session.ts';
import { type Lookups, openLookups } from './look-up.ts';

export interface ReportKnowledge extends Knowledge {
  /** The packages of the report with what Almanac knows of them, decisions applied. */
  readonly rows: readonly ScanRow[];
  readonly coverage: Coverage | null;
}

/** Asks about every package of a report, and closer about what only the report finds. */
export async function knowledgeAbout(
  session: Session,
  file: string,
  report: ScannerReport,
  decisions: DecisionIndex,
): Promise<ReportKnowledge> {
  const { client, signal, progress } = session;
  const purls = report.packages.flatMap(({ purl }) => purl ?? []);
  const { outcomes, coverage } = await askPurls(client, purls, signal, (done, all) =>
    progress.show(`${done} of ${all} packages checked`, done, all),
  );
  const lookups = openLookups(session);
  const reported = Map.groupBy(report.findings, ({ package: { purl } }) => purl);
  const judged = new Map<string, JudgedPackage>();
  const open = new Set<string>();
  for (const purl of purls) {
    const idsOfFindings = (reported.get(purl) ?? []).map(({ ids }) => ids);
    const one = await closer(lookups, purl, outcomes.get(purl) ?? PENDING_OUTCOME, idsOfFindings);
    judged.set(purl, one);
    for (const ids of unmet(one.outcome, idsOfFindings)) {
      if (!ids.some((id) => one.cleared.has(id.toLowerCase()))) for (const id of ids) open.add(id);
    }
  }
  const records = await lookups.records([...open]);
  const undecided = report.packages.flatMap((one): ScanRow[] => {
    const known = one.purl === null ? undefined : judged.get(one.purl);
    return known === undefined ? [] : [{ file, component: componentOf(one), ask: one.purl, ...known.outcome }];
  });
  const exploitation = await exploitationOf(client, cvesToAsk(undecided, [], decisions), signal, () => {});
  const rows = decideRows(undecided, decisions, {
    now: session.now(),
    exploited: (finding) => isKnownExploited(finding, exploitation),
  });
  progress.clear();
  const packages = new Map(
    rows.flatMap((row) => {
      const purl = row.component.purl ?? '';
      const known = judged.get(purl);
      return known === undefined ? [] : [[purl, { ...known, outcome: row }] as const];
    }),
  );
  return { packages, records, rows, coverage };
}

/** A package with all that is known of it where the report finds what the brief answer does not carry. */
async function closer(
  lookups: Lookups,
  purl: string,
  outcome: ScanOutcome,
  reported: readonly (readonly string[])[],
): Promise<JudgedPackage> {
  const isBrief = unmet(outcome, reported).length > 0 || outcome.more > 0;
  if (!isBrief || outcome.unknownReasons.includes('failed')) {
    return { outcome, cleared: new Map(), isComplete: outcome.more === 0 };
  }
  const { findings, cleared: listed, isComplete } = await lookups.details(purl);
  const cleared = new Map(listed);
  if (!isComplete) {
    const missing = unmet({ ...outcome, findings: [...outcome.findings, ...findings] }, reported);
    for (const cve of missing.flatMap((ids) => ids.find((id) => isCve(id.toUpperCase())) ?? [])) {
      for (const [id, clearance] of (await lookups.details(purl, cve)).cleared) cleared.set(id, clearance);
    }
  }
  const carried = new Set(outcome.findings.map(({ id }) => id));
  const others = findings.filter(({ id }) => !carried.has(id));
  const more = Math.max(0, outcome.more - others.length);
  return { outcome: { ...outcome, findings: [...outcome.findings, ...others], more }, cleared, isComplete };
}

/** Findings of the report that Almanac has under none of their ids. */
function unmet({ findings }: ScanOutcome, reported: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const met = new Set(findings.flatMap(({ id, aliases }) => [id, ...aliases]).map((id) => id.toLowerCase()));
  return reported.filter((ids) => !ids.some((id) => met.has(id.toLowerCase())));
}

function componentOf({ name, version, purl }: ReportedPackage): ScanRow['component'] {
  return { name, version, purl, ref: null, direct: null, dev: null, place: '' };
}
