import { describe, expect, it } from 'vitest';
import { judgeReplica, parseLsn, type ReplicaReading } from './db-replica.ts';

const sample = (at: number, lsn: bigint) => ({ at, lsn });
const busy = [sample(1_000, 10n), sample(2_000, 20n), sample(9_000, 90n), sample(10_000, 100n)];
const reading: ReplicaReading = { now: 10_050, primary: busy, primaryAnswers: true, replayed: 100n, limitMs: 5_000 };

describe('judgeReplica', () => {
  it.each<[string, Partial<ReplicaReading>, string, boolean, number | null]>([
    ['has replayed all', {}, 'current', true, 50],
    ['is a second behind', { replayed: 95n }, 'current', true, 1_050],
    ['is exactly at the limit', { now: 7_000, replayed: 20n }, 'current', true, 5_000],
    ['is over the limit', { replayed: 50n }, 'lagging', false, 8_050],
    ['is cut off while the primary writes on', { replayed: 10n }, 'lagging', false, 9_050],
    [
      'is cut off while nothing is written',
      { primary: [sample(1_000, 10n), sample(10_000, 10n)], replayed: 10n },
      'current',
      true,
      50,
    ],
    ['is behind all we ever saw', { replayed: 5n }, 'lagging', false, null],
    ['is not to be compared yet', { primary: [] }, 'lagging', false, null],
    ['does not answer', { replayed: null }, 'unreachable', false, null],
    ['is all there is', { primaryAnswers: false, replayed: 50n }, 'primary_down', true, 8_050],
    ['is gone together with the primary', { primaryAnswers: false, replayed: null }, 'unreachable', false, null],
  ])('a replica that %s', (_name, given, reason, use, lagMs) => {
    expect(judgeReplica({ ...reading, ...given })).toEqual({ use, reason, lagMs });
  });
});

it('reads a log position as one number', () => {
  expect(parseLsn('16/B374D848')).toBe(0x16b374d848n);
  expect(parseLsn('0/0')).toBe(0n);
});
