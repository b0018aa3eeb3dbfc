import { pino } from 'pino';
import { loggerOptions } from '../platform/logger.ts';
import { runCommand } from './commands/run-command.ts';
import { readEnvironment } from './environment.ts';

const deps = {
  environment: readEnvironment(process.env),
  // Standard output is for what was asked for.
  log: pino(loggerOptions('warn', 'almanac-server'), pino.destination({ fd: 2, sync: true })),
  now: () => new Date(),
  signal: untilStopped(),
  print(line: string): void {
    showProgress('');
    console.log(line);
  },
  printBytes(bytes: Uint8Array): void {
    showProgress('');
    process.stdout.write(bytes);
  },
  complain(text: string): void {
    showProgress('');
    console.error(text);
  },
  showProgress,
};
process.exitCode = await runCommand(deps, process.argv.slice(2));

/** The first signal lets the command end in order; a second one ends the process as usual. */
function untilStopped(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new Error(`stopped by ${signal}`)));
  }
  return controller.signal;
}

function showProgress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
