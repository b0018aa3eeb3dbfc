import type { SearchTimes } from '../../../src/app/search/find.ts';

/** What is judged is the answer, not the speed: a machine that is busy finds the same. */
export const PATIENT: SearchTimes = {
  all: 60_000,
  newest: 60_000,
  some: 60_000,
  walk: 60_000,
  count: 60_000,
  rescue: 60_000,
  together: 240_000,
};
