import { type FileStep, formatRun, listRuns } from '@almanac/core/remediation';
import { describe, expect, it } from 'vitest';
import type { Session } from '../session.ts';
import { applyRuns } from './apply.ts';

const command = (program: string, ...args: string[]) => ({ program, args, manifest: 'none' });
const step = (file: string, ...commands: FileStep['commands']): FileStep => ({
  file,
  name: 'left',
  ecosystem: 'npm',
  from: ['1.0.0'],
  to: '2.0.0',
  crossesMajor: true,
  clears: [],
  findings: 0,
  through: [],
  commands,
  byHand: null,
});

describe('the commands of a plan', () => {
  it('come once for each folder, and tidying last', () => {
    const runs = listRuns([
      step('a/go.mod', command('go', 'get', 'x')),
      step('a/go.sum', command('go', 'get', 'x')),
      step('b/package-lock.json', command('npm', 'update', 'left')),
      step('package-lock.json', command('npm', 'update', 'left')),
    ]);

    expect(runs.map(formatRun)).toEqual([
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
    expect(formatRun({ folder, command: command('npm', 'update', 'left') })).toBe(words);
  });

  it('are run up to a bound', async () => {
    const runs = listRuns(['a', 'b', 'c'].map((name) => step('package-lock.json', command('npm', 'update', name))));
    const session = {
      environment: {},
      folder: '/nonexistent',
      signal: new AbortController().signal,
      progress: { show: () => {}, clear: () => {} },
    } as unknown as Session;

    const applied = await applyRuns(session, runs, { deadlineMs: 1_000, most: 2 });

    expect(applied.map(({ state, why }) => [state, why])).toEqual([
      ['not_run', 'no none next to the lockfile'],
      ['not_run', 'no none next to the lockfile'],
      ['not_run', 'limit of 2 commands reached; run almanac again'],
    ]);
  });
});
