import { pino } from 'pino';
import { describeError } from '../ingest/describe-error.ts';
import { loggerOptions } from '../platform/logger.ts';
import { type Command, WrongUsage } from './commands/command.ts';
import { ingest } from './commands/ingest.ts';
import { rebuild } from './commands/rebuild.ts';
import { verify } from './commands/verify.ts';
import { readEnvironment } from './environment.ts';

const USAGE = `Usage: almanac-server <command>

  verify                        compute the hash of every kept document anew, check that each record's current
                                version is its newest, and print a root over each source
  ingest <source> [--channel bulk|delta|sweep] [--accept-removals]
                                read a source once, in this process
  rebuild [projection…] [--all] fill projections anew from evidence; without names, those that are outdated

Settings are read from the environment: docs/env.md. Exit codes: 0 done, 1 failed, 2 wrong usage, 3 held by the gate.`;

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['verify', verify],
  ['ingest', ingest],
  ['rebuild', rebuild],
]);

process.exitCode = await main(process.argv.slice(2));

async function main([name = '', ...args]: readonly string[]): Promise<number> {
  if (name === '--help' || name === 'help') {
    console.log(USAGE);
    return 0;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) return refuse(name === '' ? 'A command is missing.' : `There is no command '${name}'.`);
  const environment = readEnvironment(process.env);
  // Standard output is for what was asked for.
  const log = pino(loggerOptions('warn', 'almanac-server'), pino.destination({ fd: 2, sync: true }));
  const print = (line: string) => {
    clearProgress();
    console.log(line);
  };
  try {
    return await command(
      { environment, log, now: () => new Date(), signal: untilStopped(), print, showProgress },
      args,
    );
  } catch (error) {
    clearProgress();
    if (isWrongUsage(error)) return refuse(error.message);
    console.error(`${name} failed: ${describeError(error)}`);
    return 1;
  }
}

function refuse(reason: string): number {
  console.error(`${reason}\n\n${USAGE}`);
  return 2;
}

function isWrongUsage(error: unknown): error is Error {
  if (error instanceof WrongUsage) return true;
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
}

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

function clearProgress(): void {
  showProgress('');
}
