import type { Coverage } from '@almanac/contract';
import { type Knowledge, lookUpReport, type ReportedPackage, type ScannerReport } from '@almanac/core/compare';
import type { DecisionIndex } from '@almanac/core/decisions';
import { isKnownExploited } from '@almanac/core/scan';
import { askPurls } from '../scan/ask.ts';
import { cvesToAsk } from '../scan/cves-to-ask.ts';
import { decideRows } from '../scan/decided.ts';
import { exploitationOf } from '../scan/exploitation.ts';
import type { ScanRow } from '../scan/rows.ts';
import type { Session } from '../session.ts';
import { createCompareService } from './look-up.ts';

export interface ReportKnowledge extends Knowledge {
  readonly rows: readonly ScanRow[];
  readonly coverage: Coverage | null;
}

/** Looks more closely at findings that only the report has. */
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
  const { packages: judged, records } = await lookUpReport(createCompareService(session), report, outcomes);
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

function componentOf({ name, version, purl }: ReportedPackage): ScanRow['component'] {
  return { name, version, purl, ref: null, direct: null, dev: null, place: '' };
}
