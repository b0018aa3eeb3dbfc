/** Why a lockfile cannot be read. Thrown by readers, caught at the one door, `readLockfile`. */
export class LockfileProblem extends Error {
  override readonly name = 'LockfileProblem';
}

/** A text of the file in a message, cut to a length that a person would read. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
