import type { Logger } from '../../platform/logger.ts';
import type { Environment } from '../environment.ts';

export interface CommandDeps {
  readonly environment: Environment;
  readonly log: Logger;
  readonly now: () => Date;
  /** Raised when a person or the machine asks the process to end. */
  readonly signal: AbortSignal;
  /** What was asked for, on standard output. */
  readonly print: (line: string) => void;
  /** The same, as the bytes are. */
  readonly printBytes: (bytes: Uint8Array) => void;
  /** What went wrong, on standard error. */
  readonly complain: (text: string) => void;
  /** How far it is, rewritten in place; goes nowhere unless a person looks on. */
  readonly showProgress: (text: string) => void;
}

/** Takes what follows its name; resolves to the exit code. What it throws is a failure: exit code 1. */
export type Command = (deps: CommandDeps, args: string[]) => Promise<number>;

/** The command was not called as the usage says: exit code 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage';
}
