import { expect, it } from 'vitest';
import { judgeListing, judgeReleased, type Listing } from './gate.ts';

const whole: Listing = { live: 1000, missing: 0, present: 1000, anonymous: 0 };

it.each<[string, Partial<Listing>, string]>([
  ['shows everything', {}, 'apply'],
  ['lacks exactly two in a hundred', { missing: 20, present: 980 }, 'apply'],
  ['lacks more', { missing: 21, present: 979 }, 'hold'],
  ['lacks much and adds as much', { missing: 500, present: 1000 }, 'hold'],
  ['is empty', { missing: 1000, present: 0 }, 'hold'],
  ['is empty from the first day', { live: 0, present: 0 }, 'hold'],
  ['is small and lacks five', { live: 60, missing: 5, present: 55 }, 'apply'],
  ['is small and lacks six', { live: 60, missing: 6, present: 54 }, 'hold'],
  ['is tiny and lacks a quarter', { live: 8, missing: 2, present: 6 }, 'apply'],
  ['is tiny and lacks more', { live: 8, missing: 3, present: 5 }, 'hold'],
  ['is of three and lacks one', { live: 3, missing: 1, present: 2 }, 'hold'],
  ['is the first we see', { live: 1000, present: 1000 }, 'apply'],
  ['lacks a record and has an entry that may be it', { missing: 1, present: 999, anonymous: 1 }, 'postpone'],
  ['has a bad entry and lacks nothing', { anonymous: 1 }, 'apply'],
])('a listing that %s', (_name, listing, removals) => {
  expect(judgeListing({ ...whole, ...listing })).toMatchObject({ removals });
});

it.each<[string, Partial<Listing>, string]>([
  ['lacks half', { missing: 500, present: 500 }, 'apply'],
  ['is empty', { missing: 1000, present: 0 }, 'apply'],
  ['lacks a record and has an entry that may be it', { missing: 1, present: 999, anonymous: 1 }, 'hold'],
  ['has a bad entry and lacks nothing', { anonymous: 1 }, 'apply'],
])('a released listing that %s', (_name, listing, removals) => {
  expect(judgeReleased({ ...whole, ...listing })).toMatchObject({ removals });
});
