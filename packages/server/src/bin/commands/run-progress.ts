import type { RunCounts } from '../../queries/evidence-run.ts';

/** `kev bulk: 900/1500 (60 %), 45/s, 12 changed, 13 s left`. What cannot be told is left out. */
export function describeProgress(
  name: string,
  { seen, expected, changed, startedAt }: Pick<RunCounts, 'seen' | 'expected' | 'changed' | 'startedAt'>,
  now: Date,
): string {
  const seconds = (now.getTime() - startedAt.getTime()) / 1000;
  const rate = seconds > 0 ? seen / seconds : 0;
  const known = expected !== null && expected > 0;
  // What could not be read is not counted as seen, and an upstream may announce fewer than it has.
  const share = known ? Math.min(1, seen / expected) : null;
  const left = known && rate > 0 ? Math.max(0, expected - seen) / rate : null;
  const parts = [
    `${seen}/${expected ?? '?'}${share === null ? '' : ` (${Math.floor(share * 100)} %)`}`,
    `${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    `${changed} changed`,
    ...(left === null ? [] : [`${inWords(left)} left`]),
  ];
  return `${name}: ${parts.join(', ')}`;
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
