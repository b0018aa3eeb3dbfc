import { stat } from 'node:fs/promises';
import path from 'node:path';
import { formatRun, type PlannedRun } from '@almanac/core/remediation';
import { plain } from '../output/plain-text.ts';
import type { Session } from '../session.ts';
import { findTool } from '../tools/find-tool.ts';
import { runTool, type ToolEnd } from '../tools/run-tool.ts';

export interface AppliedRun extends PlannedRun {
  readonly state: 'done' | 'failed' | 'not_run';
  /** Null if it succeeded. */
  readonly why: string | null;
}

/** Commands per run: some minutes. */
const MOST_RUNS = 200;

/** Runs the commands in order; a failure does not stop the others. */
export async function applyRuns(
  session: Session,
  runs: readonly PlannedRun[],
  { deadlineMs, most = MOST_RUNS }: { readonly deadlineMs: number; readonly most?: number },
): Promise<AppliedRun[]> {
  const applied: AppliedRun[] = [];
  for (const [i, run] of runs.entries()) {
    session.signal.throwIfAborted();
    session.progress.show(formatRun(run), i, runs.length);
    const why =
      i < most ? await obstacleOf(session, run, deadlineMs) : `limit of ${most} commands reached; run almanac again`;
    applied.push(why === null ? await applyOne(session, run, deadlineMs) : { ...run, state: 'not_run', why });
  }
  session.progress.clear();
  return applied;
}

async function obstacleOf(session: Session, run: PlannedRun, deadlineMs: number): Promise<string | null> {
  const { program, manifest, version } = run.command;
  const target = path.join(folderOf(session, run), manifest);
  const found = await stat(target).catch(() => null);
  if (found?.isFile() !== true) return `no ${manifest} next to the lockfile`;
  if ((await findTool(program, session.environment)) === null) return `${program} is not installed`;
  if (version === undefined) return null;
  const { out } = await runIn(session, run, ['--version'], deadlineMs);
  const here = plain(out).slice(0, 40);
  return version.test(here) ? null : `${program} ${here || '(unknown version)'} does not support this lockfile version`;
}

async function applyOne(session: Session, run: PlannedRun, deadlineMs: number): Promise<AppliedRun> {
  const end = await runIn(session, run, run.command.args, deadlineMs);
  if (end.code === 0) return { ...run, state: 'done', why: null };
  return { ...run, state: 'failed', why: whyFailed(end, deadlineMs) };
}

async function runIn(session: Session, run: PlannedRun, args: readonly string[], deadlineMs: number): Promise<ToolEnd> {
  const { environment, signal } = session;
  const program = (await findTool(run.command.program, environment)) ?? run.command.program;
  return runTool({ program, args, folder: folderOf(session, run), environment, signal, deadlineMs });
}

function folderOf({ folder }: Session, run: PlannedRun): string {
  return path.resolve(folder, run.folder);
}

const SHOWN_LINES = 8;

function whyFailed({ code, timedOut, out, err }: ToolEnd, deadlineMs: number): string {
  if (timedOut) return `timed out after ${deadlineMs / 1_000} s`;
  const lines = (err.trim() === '' ? out : err).split('\n').map(plain).filter(Boolean);
  return [code === null ? 'it was killed' : `it failed with exit code ${code}`, ...lines.slice(0, SHOWN_LINES)].join(
    ': ',
  );
}
