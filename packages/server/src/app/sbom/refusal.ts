import type { ErrorCode } from '@almanac/contract';

/** Why a document is not examined: for its sender, and never logged. */
export class SbomRefusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}
