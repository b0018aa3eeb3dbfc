import { expect, it } from 'vitest';
import { type AnsweredPlan, exploitedIn, restOf, stepsOf } from './plan-steps.ts';

const FINDING = { id: 'CVE-2026-1', kev: true };

function plan(current: string, target: string | null, more: Partial<AnsweredPlan> = {}): AnsweredPlan {
  return {
    purls: [`pkg:npm/left@${current}`],
    ecosystem: 'npm',
    package: 'left',
    status: target === null ? 'no_fix' : 'fix',
    current,
    target,
    crossesMajor: false,
    clears: target === null ? [] : [FINDING],
    stays: [],
    ...more,
  };
}

it('a plan is one step for all versions of a package, with its command, and what stays', () => {
  const stays = { id: 'CVE-2026-2', kev: false, reason: 'no_fix_known', why: 'No fix is known.' };
  const plans = [plan('1.0.0', '1.5.0'), plan('2.0.0', '2.1.0', { stays: [stays] }), plan('3.0.0', null)];
  const set = [{ ecosystem: 'npm', package: 'left', target: '2.1.0' }];

  expect(stepsOf({ plans, set })).toEqual([
    expect.objectContaining({
      from: ['1.0.0', '2.0.0'],
      to: '2.1.0',
      command: 'npm install left@2.1.0',
      purls: ['pkg:npm/left@1.0.0', 'pkg:npm/left@2.0.0'],
    }),
  ]);
  expect(restOf({ plans }).map(({ version, finding: { id } }) => [version, id])).toEqual([['2.0.0', 'CVE-2026-2']]);
  expect([...exploitedIn({ plans })]).toEqual(['CVE-2026-1']);
});
