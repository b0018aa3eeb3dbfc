import { type FileStep, formatRun, type PlannedRun, type PlanRest } from '@almanac/core/remediation';
import type { FoundLine } from '../formats/found.ts';
import type { Application, Plan } from './plan.ts';

export function planJson(plan: Plan, applied: Application | null, exitCode: number): string {
  const { steps, runs, cleared, rest, left, totals, notes, coverage, scan } = plan;
  const last = applied?.after ?? scan;
  const document = {
    steps: steps.map(planned),
    commands: runs.map(told),
    stays: rest.map(staying),
    notPlanned: left,
    cleared,
    totals,
    notes,
    applied:
      applied === null
        ? null
        : {
            runs: applied.runs.map((run) => ({ ...told(run), state: run.state, why: run.why })),
            gone: applied.difference.gone.map(found),
            remain: applied.difference.remain.map(found),
            unchecked: applied.difference.unchecked.map(found),
            opened: applied.difference.opened.map(found),
          },
    components: last.counts,
    gaps: [...last.gaps.map(({ words }) => words), ...last.reached.undecided],
    coverage: coverage?.coverage ?? [],
    asOf: coverage?.asOf ?? null,
    exitCode,
  };
  return JSON.stringify(document, null, 2);
}

function planned({ name, commands, ...step }: FileStep) {
  return { ...step, package: name, commands: commands.map(argv) };
}

function staying({ name, version, finding }: PlanRest) {
  return { package: name, version, ...finding };
}

function argv({ program, args }: PlannedRun['command']): string[] {
  return [program, ...args];
}

function told(run: PlannedRun) {
  return { folder: run.folder, argv: argv(run.command), command: formatRun(run) };
}

function found({ row, finding }: FoundLine) {
  const { name, version } = row.component;
  return {
    file: row.file,
    package: name,
    version,
    id: finding.id,
    severity: finding.severity,
    fixedIn: finding.fixedIn,
  };
}
