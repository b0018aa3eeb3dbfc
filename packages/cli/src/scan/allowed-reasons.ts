import type { ScanReason } from '@almanac/core/scan';

/** What `--allow-unknown` can name: written out, since to load core takes longer than to start; a test compares it with core's lists. */
export const ALLOWABLE_REASONS = [
  'version_missing',
  'release_unknown',
  'source_package_unknown',
  'built_package_unknown',
  'repository_kind_unknown',
  'name_incomplete',
  'version_unreadable',
  'range_unreadable',
  'source_stale',
  'not_covered',
  'package_unknown',
  'possible_match',
  'limit_reached',
  'no_purl',
  'invalid',
  'unreadable',
  'not_rated',
  'failed',
] as const satisfies readonly ScanReason[];

/** Reasons that pass on their own by the next run: who allows everything does not mean these. */
const ONLY_BY_NAME: ReadonlySet<ScanReason> = new Set(['source_stale', 'limit_reached']);

/** What `--allow-unknown` means without a list. */
export const DEFAULT_ALLOWED: readonly ScanReason[] = ALLOWABLE_REASONS.filter((id) => !ONLY_BY_NAME.has(id));

/** Reads a list of reasons parted by commas; null: one of them is none. */
export function readReasons(text: string): ReadonlySet<ScanReason> | null {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  const reasons = words.flatMap((word) => ALLOWABLE_REASONS.find((id) => id === word) ?? []);
  return reasons.length === words.length ? new Set(reasons) : null;
}

/** Whether every reason is allowed; what has no reason is not. */
export function isAllowed(reasons: readonly ScanReason[], allowed: ReadonlySet<ScanReason>): boolean {
  return reasons.length > 0 && reasons.every((reason) => allowed.has(reason));
}

/**
 * `--allow-unknown` alone, with its meaning spelt out: the parser would take the word behind it, a path or a command, for its value.
 */
export function spellOutAllowed(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, i) => (arg === FLAG && (end === -1 || i < end) ? `${FLAG}=${DEFAULT_ALLOWED.join(',')}` : arg));
}

const FLAG = '--allow-unknown';
