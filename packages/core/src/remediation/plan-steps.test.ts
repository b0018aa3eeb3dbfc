import { describe, expect, it } from 'vitest';
import { describeCleared, listFileSteps, readRange } from './file-steps.ts';
import { type AnsweredPlan, findExploited, listRest, listSteps } from './plan-steps.ts';
import { formatRun, listRuns } from './runs.ts';

const FINDING = { id: 'CVE-2026-1', kev: true };

function plan(current: string, target: string | null, more: Partial<AnsweredPlan> = {}): AnsweredPlan {
  return {
    purls: [`pkg:npm/left@${current}`],
    ecosystem: 'npm',
    package: 'left',
    current,
    advice: {
      target,
      crossesMajor: target === null ? null : target[0] !== current[0],
      command: target === null ? null : `npm install left@${target}`,
      has: [FINDING],
      remaining: target === null ? [FINDING] : [],
      undecided: [],
    },
    stays: target === null ? [{ ...FINDING, reason: 'no_fix_known', why: 'No fix is known.' }] : [],
    ...more,
  };
}

const PLANS = [plan('5.7.1', '5.7.2'), plan('5.7.0', '5.7.2'), plan('6.3.0', '7.5.2'), plan('8.0.0', null)];

describe('the steps of a plan', () => {
  it('move each installed version to its own target, and flag a new major version', () => {
    expect(listSteps(PLANS).map(({ from, to, crossesMajor, findings }) => [from, to, crossesMajor, findings])).toEqual([
      [['5.7.1', '5.7.0'], '5.7.2', false, 2],
      [['6.3.0'], '7.5.2', true, 1],
    ]);
    expect(listRest(PLANS).map(({ version, finding: { id } }) => [version, id])).toEqual([['8.0.0', 'CVE-2026-1']]);
    expect([...findExploited(PLANS)]).toEqual(['CVE-2026-1']);
  });

  it('count what commands clear apart from what is left to do by hand', () => {
    const rows = ['5.7.1', '5.7.0', '6.3.0'].map((version) => ({
      file: version === '6.3.0' ? 'old/yarn.lock' : 'package-lock.json',
      component: { version, direct: version === '5.7.1' },
      ask: `pkg:npm/left@${version}`,
    }));
    const kinds = new Map([
      ['package-lock.json', 'package-lock.json v3'],
      ['old/yarn.lock', 'yarn.lock v1'],
    ]);

    const { steps, cleared } = listFileSteps(listSteps(PLANS), { rows, kinds, manifests: new Map() });

    expect(listRuns(steps).map(formatRun)).toEqual([
      'npm install --package-lock-only --ignore-scripts --no-audit --no-fund left@5.7.2',
      'npm update --package-lock-only --ignore-scripts --no-audit --no-fund left',
    ]);
    expect(steps.map(({ byHand }) => byHand?.slice(0, 6) ?? null)).toEqual([null, 'Yarn 1']);
    expect(cleared).toEqual({ byCommand: 2, byHand: 1 });
    expect(describeCleared(cleared, 1)).toBe(
      'Of 4 findings: commands fix 2, 1 to upgrade by hand, 1 without an upgrade.',
    );
  });
});

it.each([
  ['4.17.20', 'exact'],
  ['=4.17.20', 'exact'],
  ['1.0.0-rc.1', 'exact'],
  ['^4.17.20', 'range'],
  ['>=1.2.3 <2 || 3.x', 'range'],
  ['*', 'range'],
  ['npm:other@1.0.0', null],
  ['workspace:*', null],
  ['github:user/left', null],
  ['file:../left', null],
  ['latest', null],
  [undefined, null],
] as const)('a range %s asks for: %s', (range, asked) => {
  expect(readRange(range)).toBe(asked);
});
