import { AlmanacError } from '@almanac/client';
import type { SnapshotProblem } from '@almanac/core/snapshots';
import { EXIT, type ExitCode } from './exit-codes.ts';

/** An error that the user can fix; says how. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

export interface Complaint {
  readonly message: string;
  readonly hint: string | null;
  readonly code: ExitCode;
}

export interface Circumstances {
  /** Null if the address itself is wrong. */
  readonly baseUrl: string | null;
  /** Whether the key comes from ALMANAC_API_KEY rather than `login`. */
  readonly keyIsGiven: boolean;
}

/** Returns null for internal errors. */
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
  // docs/errors.md lists the code.
  const message = error.status === null ? error.message : `${error.message} (${error.code})`;
  const hint = ownHint(error, circumstances) ?? error.hint ?? lastHint(error);
  return { message, hint, code: exitCodeOf(error) };
}

/** Checks the name, because most commands do not load the snapshot modules. */
function isSnapshotProblem(error: unknown): error is SnapshotProblem {
  return error instanceof Error && error.name === 'SnapshotProblem';
}

const OTHER_KEY = 'Ask the publisher for the key. To trust another key, set XDG_CACHE_HOME to a different folder.';
const OTHER_HISTORY =
  "The publisher's log does not match the one seen before; it may have been tampered with. The verified snapshot was kept. Contact the publisher.";
const NO_SNAPSHOT = 'Run almanac db pull --for . to get the newest snapshot. Offline scans need it.';

/** Problems with what was typed, not with a snapshot. */
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
  snapshot_unreachable: 'Nothing was checked. Set another location with --snapshot or ALMANAC_SNAPSHOT.',
  state_malformed: 'Remove the folder almanac/db, then pull again with --key.',
  partition_missing: 'Use OSV ecosystem names, such as npm, PyPI, crates.io or Debian.',
};

function snapshotHint({ code }: SnapshotProblem): string {
  return SNAPSHOT_HINTS[code] ?? 'Snapshot rejected. Run almanac db pull; if that fails too, contact the publisher.';
}

function exitCodeOf({ status, code }: AlmanacError): ExitCode {
  if (code === 'CVE_UNKNOWN') return EXIT.noSuchCve;
  // The API's message says what to write instead.
  return status === 400 ? EXIT.usage : EXIT.api;
}

/** Replaces the API's hint where it speaks of requests and headers. */
function ownHint({ code, retryAfter }: AlmanacError, { baseUrl, keyIsGiven }: Circumstances): string | null {
  const address = baseUrl ?? 'the URL';
  switch (code) {
    case 'UNREACHABLE':
      return `Is the service running at ${address}? Set another URL with --api or ALMANAC_API.`;
    case 'TIMEOUT':
      return 'The service is slow or overloaded. Try again later.';
    case 'NOT_UNDERSTOOD':
    case 'ROUTE_UNKNOWN':
      return `Is ${address} the URL of the API? It must end in /api/v1. A proxy may be interfering.`;
    case 'KEY_INVALID':
      return keyIsGiven
        ? 'ALMANAC_API_KEY is set to this key: change or unset it.'
        : 'almanac login saved this key. Use almanac login to replace it, or almanac logout to remove it.';
    case 'AUTH_REQUIRED':
      return 'Run almanac login, or set ALMANAC_API_KEY.';
    case 'RATE_LIMITED':
      return `Wait ${Math.ceil(retryAfter ?? 60)} seconds, or use a key: almanac login.`;
    case 'CVE_INVALID_ID':
      return 'Expected an ID such as CVE-2024-3094. Use almanac search for words and names.';
    default:
      return null;
  }
}

function lastHint({ status, requestId }: AlmanacError): string | null {
  if (status === 400) return 'See almanac help <command>.';
  return requestId === null ? null : `Request ID: ${requestId}`;
}
