import type { FoundLine } from '../formats/found.ts';
import type { Application, Plan } from './plan.ts';
import { type PlannedRun, runWords } from './runs.ts';

/** A plan for programs: all of it, with what was run and what became of the findings. */
export function planJson(plan: Plan, applied: Application | null, exitCode: number) {
  const { steps, runs, rest, left, totals, notes, coverage, scan } = plan;
  const last = applied?.after ?? scan;
  return {
    steps: steps.map(({ name, commands, ...step }) => ({ ...step, package: name, commands: commands.map(argv) })),
    commands: runs.map(told),
    stays: rest.map(({ name, version, finding }) => ({ package: name, version, ...finding })),
    notPlanned: left,
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
}

function argv({ program, args }: PlannedRun['command']): string[] {
  return [program, ...args];
}

function told(run: PlannedRun) {
  return { folder: run.folder, argv: argv(run.command), command: runWords(run) };
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
