import { execFileSync } from 'node:child_process';

const EVERY_MS = 500;

/**
 * npm starts a shell that starts this program, and tells neither when it is killed. Calls `stop` when one of both is gone; without npm, never.
 */
export function endWithNpm(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parents = [process.ppid, ...parentOf(process.ppid)];
  const watch = setInterval(() => {
    if (process.ppid === parents[0] && parents.every(isAlive)) return;
    clearInterval(watch);
    stop();
  }, EVERY_MS);
  watch.unref();
}

/** None where the system has no `ps`. */
function parentOf(pid: number): number[] {
  try {
    const parent = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
    return parent > 1 ? [parent] : [];
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It lives, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
