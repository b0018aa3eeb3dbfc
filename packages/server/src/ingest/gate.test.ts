import { expect, it } from 'vitest';
import { judgeListing, type Listing } from './gate.ts';

const whole: Listing = { live: 1000, missing: 0, present: 1000, anonymous: 0 };

it.each<[string, Partial<Listing>, string]>([
  ['shows everything', {}, 'apply'],
  ['lacks exactly two in a hundred', { missing: 20, present: 980 }, 'apply'],
  ['lacks more', { missing: 21, present: 979 }, 'hold'],
  ['lacks much and adds as much', { missing: 500, present: 1000 }, 'hold'],
  ['is empty', { missing: 1000, present: 0 }, 'hold'],
  ['is empty from the first day', { live: 0, present: 0 }, 'hold'],
  ['is the first we see', { live: 1000, present: 1000 }, 'apply'],
  ['lacks a record and has an entry that may be it', { missing: 1, present: 999, anonymous: 1 }, 'postpone'],
  ['has a bad entry and lacks nothing', { anonymous: 1 }, 'apply'],
])('a listing that %s', (_name, listing, removals) => {
  expect(judgeListing({ ...whole, ...listing })).toMatchObject({ removals });
});
