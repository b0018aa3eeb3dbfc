import { pino } from 'pino';
import { runCommand } from '../../../src/bin/commands/run-command.ts';
import { readEnvironment } from '../../../src/bin/environment.ts';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly complaint: string;
}

/** A command of the operator as `almanac-server` runs it, in this process. */
export async function run(
  environment: NodeJS.ProcessEnv,
  args: readonly string[],
  patienceMs = 60_000,
): Promise<Ended> {
  const [printed, complaints]: [string[], string[]] = [[], []];
  const deps = {
    environment: readEnvironment(environment),
    log: pino({ level: 'silent' }),
    now: () => new Date(),
    signal: AbortSignal.timeout(patienceMs),
    print: (line: string) => void printed.push(`${line}\n`),
    printBytes: (bytes: Uint8Array) => void printed.push(Buffer.from(bytes).toString()),
    complain: (text: string) => void complaints.push(text),
    showProgress: () => {},
  };
  const code = await runCommand(deps, args);
  return { code, out: printed.join(''), complaint: complaints.join('') };
}
