import { expect, it } from 'vitest';
import { judgeSource, type SourceRunFacts } from './source-state.ts';

const now = new Date('2026-11-15T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const fresh: SourceRunFacts = {
  now,
  enabled: true,
  configured: true,
  cadenceSeconds: 1800,
  checkedAt: minutesAgo(10),
  lastRun: 'ok',
};

it.each<[string, Partial<SourceRunFacts>, string, number | null]>([
  ['checked in time', {}, 'ok', 0],
  ['a little late', { checkedAt: minutesAgo(45) }, 'ok', 900],
  ['more than a cadence late: no worker runs', { checkedAt: minutesAgo(61) }, 'stale', 1860],
  ['never checked', { checkedAt: null, lastRun: null }, 'stale', null],
  ['failing since the last good check', { lastRun: 'failed' }, 'unreachable', 0],
  ['failing from the first day', { checkedAt: null, lastRun: 'failed' }, 'unreachable', null],
  ['held for review', { lastRun: 'held', checkedAt: minutesAgo(90) }, 'held', 3600],
  ['asked on demand only', { cadenceSeconds: null, checkedAt: minutesAgo(9000) }, 'ok', null],
  ['checked by a machine with a clock that runs ahead', { checkedAt: minutesAgo(-5) }, 'ok', 0],
  ['not chosen by the deployment', { configured: false }, 'not_configured', 0],
  ['not enabled', { enabled: false, checkedAt: null, lastRun: null }, 'disabled', null],
])('a source that is %s', (_name, facts, state, lagSeconds) => {
  expect(judgeSource({ ...fresh, ...facts })).toEqual({ state, lagSeconds });
});
