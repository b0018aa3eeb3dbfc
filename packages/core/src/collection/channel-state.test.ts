import { describe, expect, it } from 'vitest';
import { channelState } from './channel-state.ts';

const OLD = 'a'.repeat(40);
const NEW = 'b'.repeat(40);
const at = (seconds: number) => new Date(seconds * 1000);

describe('channelState', () => {
  it.each([
    [
      'what both say',
      {
        movedAt: at(7),
        rows: [{ revision: NEW, status: 'rolling', variant: 'primary', current: '1' }],
        updateTimes: ['7'],
      },
      { updatedAt: at(7), status: 'rolling', variant: 'primary', current: true },
    ],
    [
      'the row of its own revision out of two',
      {
        movedAt: null,
        rows: [
          { revision: NEW, status: 'beta', current: '0' },
          { revision: OLD, status: 'rolling' },
        ],
        updateTimes: ['5', '7'],
      },
      { updatedAt: at(7), status: 'beta', variant: null, current: false },
    ],
    [
      'no time of another revision',
      {
        movedAt: null,
        rows: [{ revision: OLD, status: 'stable', variant: 'small', current: '1' }],
        updateTimes: ['5'],
      },
      { updatedAt: null, status: 'stable', variant: 'small', current: true },
    ],
    [
      'a word that is new',
      { movedAt: at(7), rows: [{ revision: NEW, status: 'frozen' }], updateTimes: [] },
      { updatedAt: at(7), status: 'frozen', variant: null, current: null },
    ],
    [
      'nothing of labels and times that are none',
      {
        movedAt: null,
        rows: [{ revision: NEW, status: '<b>', variant: 7, current: 'yes' }],
        updateTimes: ['soon', '1e300', null],
      },
      { updatedAt: null, status: null, variant: null, current: null },
    ],
    [
      'itself alone',
      { movedAt: at(7), rows: [], updateTimes: [] },
      { updatedAt: at(7), status: null, variant: null, current: null },
    ],
  ])('takes %s', (_name, reports, state) => {
    expect(channelState({ revision: NEW, ...reports })).toEqual({ revision: NEW, ...state });
  });
});
