import { describe, expect, it } from 'vitest';
import type { Session } from '../session.ts';
import { applyRuns } from './apply.ts';
import type { FileStep } from './file-steps.ts';
import { askedBy } from './manifests.ts';
import { runsOf, runWords } from './runs.ts';

const command = (program: string, ...args: string[]) => ({ program, args, manifest: 'none' });
const step = (file: string, ...commands: FileStep['commands']): FileStep => ({
  file,
  name: 'left',
  ecosystem: 'npm',
  from: ['1.0.0'],
  to: '2.0.0',
  crossesMajor: true,
  clears: [],
  through: [],
  commands,
  byHand: null,
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
  expect(askedBy(range)).toBe(asked);
});

describe('the commands of a plan', () => {
  it('come once for each folder, and tidying last', () => {
    const runs = runsOf([
      step('a/go.mod', command('go', 'get', 'x')),
      step('a/go.sum', command('go', 'get', 'x')),
      step('b/package-lock.json', command('npm', 'update', 'left')),
      step('package-lock.json', command('npm', 'update', 'left')),
    ]);

    expect(runs.map(runWords)).toEqual([
      '(cd a && go get x)',
      '(cd b && npm update left)',
      'npm update left',
      '(cd a && go mod tidy)',
    ]);
  });

  it.each([
    ['-rf', '(cd ./-rf && npm update left)'],
    ['$(id)', "(cd '$(id)' && npm update left)"],
    ['a;b', "(cd 'a;b' && npm update left)"],
    ['\u001b[2Ja', "(cd '[2Ja' && npm update left)"],
  ])('are safe to type in a folder %j', (folder, words) => {
    expect(runWords({ folder, command: command('npm', 'update', 'left') })).toBe(words);
  });

  it('are run up to a bound', async () => {
    const runs = runsOf(['a', 'b', 'c'].map((name) => step('package-lock.json', command('npm', 'update', name))));
    const session = {
      environment: {},
      folder: '/nonexistent',
      signal: new AbortController().signal,
      progress: { show: () => {}, clear: () => {} },
    } as unknown as Session;

    const applied = await applyRuns(session, runs, { deadlineMs: 1_000, most: 2 });

    expect(applied.map(({ state, why }) => [state, why])).toEqual([
      ['not_run', 'there is no none beside the lockfile'],
      ['not_run', 'there is no none beside the lockfile'],
      ['not_run', 'more than 2 commands: run almanac again'],
    ]);
  });
});
