import type { ScanReason } from '@almanac/core/scan';

/** Listed here because loading core takes longer than starting; a test compares both lists. */
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

/** Reasons that pass by the next run; `--allow-unknown` alone does not include these. */
const ONLY_BY_NAME: ReadonlySet<ScanReason> = new Set(['source_stale', 'limit_reached']);

export const DEFAULT_ALLOWED: readonly ScanReason[] = ALLOWABLE_REASONS.filter((id) => !ONLY_BY_NAME.has(id));

/** Null if a reason is unknown. */
export function readReasons(text: string): ReadonlySet<ScanReason> | null {
  const words = text.split(',').map((word) => word.trim().toLowerCase());
  const reasons = words.flatMap((word) => ALLOWABLE_REASONS.find((id) => id === word) ?? []);
  return reasons.length === words.length ? new Set(reasons) : null;
}

/** An unknown without a reason is never allowed. */
export function isAllowed(reasons: readonly ScanReason[], allowed: ReadonlySet<ScanReason>): boolean {
  return reasons.length > 0 && reasons.every((reason) => allowed.has(reason));
}

/** Expands a bare `--allow-unknown`: the parser would take the next word, a path or a command, for its value. */
export function spellOutAllowed(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, i) => (arg === FLAG && (end === -1 || i < end) ? `${FLAG}=${DEFAULT_ALLOWED.join(',')}` : arg));
}

const FLAG = '--allow-unknown';
