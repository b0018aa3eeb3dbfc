import { shortened } from '../records/text.ts';
import { percent } from '../scores/percent.ts';
import type { Change, ChangeKind, ChangeValue } from './changes.ts';

const TITLES: Readonly<Record<ChangeKind, string>> = {
  first_seen: 'new',
  severity: 'severity changed',
  ssvc: 'exploitation status changed (SSVC)',
  description: 'description changed',
  affected: 'affected versions changed',
  references: 'references changed',
  weaknesses: 'weakness changed',
  state: 'state changed',
  kev_added: 'now known to be exploited',
  kev_removed: 'no longer listed as exploited',
  epss_moved: 'probability of exploitation changed',
};

/** The kind of a change in words, such as `severity changed`. A kind that a newer service has added stays as it is. */
export function formatChangeKind(kind: string): string {
  return Object.hasOwn(TITLES, kind) ? TITLES[kind as ChangeKind] : kind;
}

/**
 * Formats the old and the new value of a change: `poc → active`, `added CWE-22`, `high 8.1 → critical 9.8`. Empty where the kind says it all.
 * A list has only the items that came and went, so one side may be empty although the list was not.
 */
export function formatChangeValues({ kind, from, to }: Pick<Change, 'kind' | 'from' | 'to'>): string {
  if (kind === 'first_seen') return '';
  if (kind === 'kev_added') return to === null ? '' : `listed since ${formatValue(to)}`;
  if (kind === 'kev_removed') return from === null ? '' : `was listed since ${formatValue(from)}`;
  if (kind === 'epss_moved') return `${formatScore(from)} → ${formatScore(to)}`;
  if (Array.isArray(from) && from.length === 0) return `added ${formatValue(to)}`;
  if (Array.isArray(to) && to.length === 0) return `removed ${formatValue(from)}`;
  return `${formatValue(from)} → ${formatValue(to)}`;
}

/** The change in one line: `severity changed: high 8.1 → critical 9.8`. */
export function formatChange(change: Pick<Change, 'kind' | 'from' | 'to'>): string {
  const values = formatChangeValues(change);
  return shortened(`${formatChangeKind(change.kind)}${values === '' ? '' : `: ${values}`}`, MAX_LINE);
}

const MAX_LINE = 300;

function formatValue(value: ChangeValue): string {
  if (value === null) return 'not stated';
  return typeof value === 'object' ? value.join('; ') : String(value);
}

function formatScore(value: ChangeValue): string {
  return typeof value === 'number' ? percent(value) : formatValue(value);
}
