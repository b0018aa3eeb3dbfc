import { AlmanacError } from '@almanac/client';
import type { SnapshotProblem } from '@almanac/core/snapshots';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** Something that the person at the keyboard can put right; says what to do instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/** What went wrong, what to do next, and the code to end with. */
export interface Complaint {
  readonly message: string;
  readonly hint: string | null;
  readonly code: ExitCode;
}

/** What hints name of the run that failed. */
export interface Circumstances {
  /** Null where it is the address that is wrong. */
  readonly baseUrl: string | null;
  /** Whether the key is that of ALMANAC_API_KEY, and not one that `login` has kept. */
  readonly keyIsGiven: boolean;
}

/** Of an error that is nobody's mistake but ours: null. */
export function complaintOf(error: unknown, circumstances: Circumstances): Complaint | null {
  if (error instanceof UsageError) return { message: error.message, hint: error.hint, code: EXIT.usage };
  if (isSnapshotProblem(error)) {
    return {
      message: `${error.message} (${error.code})`,
      hint: snapshotHint(error),
      code: MISTAKES.has(error.code) ? EXIT.usage : EXIT.unknown,
    };
  }
  if (!(error instanceof AlmanacError)) return null;
  // With the name under which docs/errors.md has it.
  const message = error.status === null ? error.message : `${error.message} (${error.code})`;
  const hint = ownHint(error, circumstances) ?? error.hint ?? lastHint(error);
  return { message, hint, code: exitCodeOf(error) };
}

/** By its name: most commands load nothing of snapshots. */
function isSnapshotProblem(error: unknown): error is SnapshotProblem {
  return error instanceof Error && error.name === 'SnapshotProblem';
}

const OTHER_KEY = 'Ask the publisher for the key. XDG_CACHE_HOME names a folder in which to trust another one.';
const OTHER_HISTORY =
  'The publisher shows another history than before, or somebody shows it instead. The snapshot that was verified before stays; ask the publisher.';
const NO_SNAPSHOT = 'almanac db pull --for . gets the newest one. Until then nothing can be checked offline.';

/** Problems of what was typed, not of a snapshot. */
const MISTAKES: ReadonlySet<SnapshotProblem['code']> = new Set(['address_malformed', 'key_unknown']);

const SNAPSHOT_HINTS: Readonly<Partial<Record<SnapshotProblem['code'], string>>> = {
  log_rolled_back: OTHER_HISTORY,
  log_forked: OTHER_HISTORY,
  key_changed: OTHER_KEY,
  key_malformed: OTHER_KEY,
  key_unknown: '--key or ALMANAC_SNAPSHOT_KEY takes it. Is it the address of a snapshot, with https?',
  address_malformed: 'Write it without user, query and fragment.',
  snapshot_expired: NO_SNAPSHOT,
  snapshot_missing: NO_SNAPSHOT,
  snapshot_unreachable: 'Nothing was checked. --snapshot or ALMANAC_SNAPSHOT names another address.',
  state_malformed: 'Remove the folder almanac/db, and pull again with --key.',
  partition_missing: 'Write an ecosystem as OSV does, such as npm, PyPI, crates.io or Debian.',
};

function snapshotHint({ code }: SnapshotProblem): string {
  return (
    SNAPSHOT_HINTS[code] ??
    'Nothing of it was used. almanac db pull replaces what is damaged here; where that is refused too, ask the publisher.'
  );
}

function exitCodeOf({ status, code }: AlmanacError): ExitCode {
  if (code === 'CVE_UNKNOWN') return EXIT.noSuchCve;
  // The API says of a question that it cannot answer what to write instead.
  return status === 400 ? EXIT.usage : EXIT.api;
}

/** Where the API's own hint speaks of requests and headers, and what a person at a terminal can do is another thing. */
function ownHint({ code, retryAfter }: AlmanacError, { baseUrl, keyIsGiven }: Circumstances): string | null {
  const address = baseUrl ?? 'the address';
  switch (code) {
    case 'UNREACHABLE':
      return `Is the service running at ${address}? --api or ALMANAC_API names another one.`;
    case 'TIMEOUT':
      return 'Try again later: the service is slow or overloaded.';
    case 'NOT_UNDERSTOOD':
    case 'ROUTE_UNKNOWN':
      return `Does ${address} lead to the API? It ends in /api/v1; a proxy may be in between.`;
    case 'KEY_INVALID':
      return keyIsGiven
        ? 'It is that of ALMANAC_API_KEY: set another one, or none.'
        : 'almanac login kept it here. almanac login asks for another one, almanac logout forgets it.';
    case 'AUTH_REQUIRED':
      return 'almanac login asks for a key; ALMANAC_API_KEY takes one that you have.';
    case 'RATE_LIMITED':
      return `Wait ${Math.ceil(retryAfter ?? 60)} seconds, or ask with a key: almanac login.`;
    case 'CVE_INVALID_ID':
      return 'Write it like CVE-2024-3094. almanac search looks for words and names.';
    default:
      return null;
  }
}

function lastHint({ status, requestId }: AlmanacError): string | null {
  if (status === 400) return 'almanac help <command> says what a command takes.';
  return requestId === null ? null : `The service knows this request as ${requestId}.`;
}
