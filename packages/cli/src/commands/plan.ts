import { type Coverage, postRemediationPlan, type RemediationResult } from '@almanac/contract';
import { formatRun, listFileSteps, listRest, listRuns, listSteps } from '@almanac/core/remediation';
import { mergedCoverage, plannedPurls } from '@almanac/core/scan';
import type { ExitCode } from '../exit-codes.ts';
import { summary } from '../formats/table.ts';
import { applyRuns } from '../plan/apply.ts';
import { compareScans } from '../plan/compare-scans.ts';
import { readManifests } from '../plan/manifests.ts';
import type { Application, Plan } from '../plan/plan.ts';
import { planJson } from '../plan/write-json.ts';
import { applicationLines, planLines } from '../plan/write-table.ts';
import type { ScanResult } from '../scan/result.ts';
import type { Session } from '../session.ts';
import { examine, exitCodeOf, type ScanOptions } from './scan.ts';

export interface PlanOptions extends Pick<ScanOptions, 'decisions' | 'decisionsFrom'> {
  readonly format?: 'table' | 'json' | 'commands';
  readonly apply?: boolean;
  readonly timeout: number;
}

export async function planCommand(
  session: Session,
  paths: readonly string[],
  { format, apply, timeout, ...options }: PlanOptions,
): Promise<ExitCode> {
  const scanned = await examine(session, paths, options);
  const plan = await planOf(session, scanned);
  const applied = apply === true ? await applyPlan(session, plan, { paths, options, timeout }) : null;
  const code = exitCodeOf(applied?.after ?? scanned, session.allowed);
  write(session, { plan, applied, code }, session.json ? 'json' : (format ?? 'table'));
  return code;
}

async function planOf(session: Session, scan: ScanResult): Promise<Plan> {
  const { client, signal, progress, folder } = session;
  const { purls, left } = plannedPurls(scan.rows.map((row) => ({ ask: row.ask, outcome: row })));
  progress.show('looking for upgrades');
  const answer =
    purls.length === 0 ? null : await client.call(postRemediationPlan, { body: { packages: [...purls] } }, { signal });
  const data: Pick<RemediationResult, 'plans' | 'totals' | 'notes'> = answer?.data ?? NOTHING;
  const manifests = await readManifests(
    folder,
    scan.files.map(({ path }) => path),
  );
  const kinds = new Map(scan.files.map(({ path, reading }) => [path, reading.file?.kind ?? '']));
  const { steps, cleared } = listFileSteps(listSteps(data.plans), { rows: scan.rows, kinds, manifests });
  progress.clear();
  const coverage: Coverage | null = answer === null ? scan.coverage : mergedCoverage(scan.coverage, answer);
  return {
    scan,
    steps,
    runs: listRuns(steps),
    cleared,
    rest: listRest(data.plans),
    left,
    totals: data.totals,
    notes: data.notes,
    coverage,
  };
}

const NONE = { packages: 0, findings: 0, kev: 0, bySeverity: { critical: 0, high: 0, medium: 0, low: 0, unknown: 0 } };
const NOTHING = {
  plans: [],
  totals: {
    asked: 0,
    before: NONE,
    after: NONE,
    cleared: { byCommand: 0, byHand: 0 },
    unknown: 0,
    notPlanned: 0,
  },
  notes: [],
};

async function applyPlan(
  session: Session,
  { scan, runs }: Plan,
  { paths, options, timeout }: { paths: readonly string[]; options: ScanOptions; timeout: number },
): Promise<Application> {
  const applied = await applyRuns(session, runs, { deadlineMs: timeout * 1_000 });
  const after = await examine(session, paths, options);
  return { runs: applied, after, difference: compareScans(scan, after) };
}

function write(
  session: Session,
  { plan, applied, code }: { plan: Plan; applied: Application | null; code: ExitCode },
  format: NonNullable<PlanOptions['format']>,
): void {
  const { colours, width } = session;
  if (format === 'table') {
    session.print(...planLines(session, plan, applied === null));
    if (applied !== null) session.print('', ...applicationLines(session, applied));
    session.print('', ...summary(applied?.after ?? plan.scan, colours, width));
    return;
  }
  if (format === 'json') session.printJson(planJson(plan, applied, code));
  else if (applied === null) session.print(...plan.runs.map(formatRun));
  else session.print(...applicationLines(session, applied));
  // Readers of a file still want to see how it went.
  for (const line of summary(applied?.after ?? plan.scan, session.noteColours, session.err.columns)) session.note(line);
}
