import { expect, it } from 'vitest';
import type { Match } from '../matching/match.ts';
import { affecting } from './facts.ts';

it.each<[Match['status'], Match['confidence'], boolean]>([
  ['affected', 'high', true],
  ['affected', 'medium', true],
  ['possible', 'low', false],
  ['fixed_by_patch', 'low', false],
])('a match that is %s with %s confidence counts against a change: %s', (status, confidence, counts) => {
  const match = { id: 'CVE-2026-0001', aliases: [], status, confidence } as unknown as Match;
  const judged = { version: '1.0', verdict: 'unknown' as const, verdictReason: '', matches: [match], complete: true };

  expect(affecting(judged)).toEqual(counts ? [match] : []);
});
