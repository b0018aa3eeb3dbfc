import { expect, it } from 'vitest';
import { LIST_BOUNDS, SourceId, UnknownReason, Verdict } from '../packages/contract/src/index.ts';
import { REQUIRED_SOURCES } from '../packages/core/src/matching/decide/required-sources.ts';
import { PACKAGE_VERDICTS, UNKNOWN_REASONS } from '../packages/core/src/matching/decide/verdict.ts';
import { LIST_LIMITS } from '../packages/core/src/my-packages/limits.ts';

it('names the verdicts, and the reasons for unknown, that are decided', () => {
  expect(Verdict.options).toEqual(PACKAGE_VERDICTS);
  expect(UnknownReason.options).toEqual(UNKNOWN_REASONS.map(([id]) => id));
});

it('knows every source that the coverage table requires', () => {
  const required = REQUIRED_SOURCES.flatMap(({ sources }): readonly string[] => sources);

  expect(required.filter((source) => !SourceId.options.some((known) => known === source))).toEqual([]);
});

it('takes lists of packages as long as those that clients send', () => {
  expect(LIST_LIMITS).toMatchObject(LIST_BOUNDS);
});
