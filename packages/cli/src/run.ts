import { CommanderError } from 'commander';
import { complaintOf } from './errors.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { plain } from './output/plain-text.ts';
import type { ProcessContext } from './process-context.ts';
import { buildProgram } from './program.ts';
import { spellOutAllowed } from './scan/allowed-reasons.ts';
import { baseUrlOf } from './settings.ts';

/** The reader of our output has gone, so nothing more can be reported. */
export class PipeClosed extends Error {
  override readonly name = 'PipeClosed';
}

export async function run(around: ProcessContext, args: readonly string[]): Promise<ExitCode> {
  let code: ExitCode = EXIT.clean;
  const program = buildProgram(around, (ended) => {
    code = ended;
  });
  try {
    await program.parseAsync(args[0] === '--version' ? ['-V'] : spellOutAllowed(args), { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.clean : EXIT.usage;
    if (around.signal.aborted) return around.signal.reason instanceof PipeClosed ? EXIT.clean : EXIT.interrupted;
    const complaint = complaintOf(error, {
      baseUrl: baseUrlFor(around, program.opts()['api'] as string | undefined),
      keyIsGiven: (around.environment['ALMANAC_API_KEY'] ?? '').trim() !== '',
    });
    if (complaint === null) {
      around.err.write(`almanac: internal error: ${plain(String(error))}\n`);
      if (error instanceof Error && error.stack !== undefined) around.err.write(`${error.stack}\n`);
      return EXIT.mistake;
    }
    around.err.write(`almanac: ${plain(complaint.message)}\n`);
    if (complaint.hint !== null) around.err.write(`${plain(complaint.hint)}\n`);
    return complaint.code;
  }
}

function baseUrlFor({ environment }: ProcessContext, option: string | undefined): string | null {
  try {
    return baseUrlOf(option, environment);
  } catch {
    return null;
  }
}
