import { expect, it } from 'vitest';
import { SourceId, UnknownReason, Verdict } from '../packages/contract/src/index.ts';
import { REQUIRED_SOURCES } from '../packages/core/src/matching/required-sources.ts';
import { PACKAGE_VERDICTS, UNKNOWN_REASONS } from '../packages/core/src/matching/verdict.ts';

it('names the verdicts, and the reasons for unknown, that are decided', () => {
  expect(Verdict.options).toEqual(PACKAGE_VERDICTS);
  expect(UnknownReason.options).toEqual(UNKNOWN_REASONS.map(([id]) => id));
});

it('knows every source that the coverage table requires', () => {
  const required = REQUIRED_SOURCES.flatMap(({ sources }): readonly string[] => sources);

  expect(required.filter((source) => !SourceId.options.some((known) => known === source))).toEqual([]);
});
