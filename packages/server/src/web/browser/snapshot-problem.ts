/** Why a snapshot could not be read, other than that it was refused: nothing is known of it then. */
export class ReaderProblem extends Error {
  override readonly name = 'ReaderProblem';
  readonly code: 'browser_unable' | 'snapshot_unreachable';
  constructor(code: ReaderProblem['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
