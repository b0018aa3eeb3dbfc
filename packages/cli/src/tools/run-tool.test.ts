import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findTool } from './find-tool.ts';
import { runTool, type ToolRun } from './run-tool.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-tool-'));
});
afterAll(() => rm(folder, { recursive: true }));

const PATH = '/usr/bin:/bin';

function shell(script: string, more: Partial<ToolRun> = {}) {
  const { signal } = new AbortController();
  const environment = { PATH };
  return runTool({
    program: '/bin/sh',
    args: ['-c', script],
    folder,
    environment,
    signal,
    deadlineMs: 30_000,
    ...more,
  });
}

it('gives what a program says and ends with', async () => {
  expect(await shell('echo out; echo err >&2; exit 3')).toEqual({
    code: 3,
    timedOut: false,
    out: 'out\n',
    err: 'err\n',
    isCut: false,
  });
});

it('passes arguments as they are', async () => {
  const args = ['%s|', '$(id)', '; id', '*', 'a b', ''];

  expect(await shell('', { program: '/usr/bin/printf', args })).toMatchObject({ out: '$(id)|; id|*|a b||' });
});

it('passes on no key of the API', async () => {
  const environment = { PATH, ALMANAC_API_KEY: 'alm_secret', OTHER: 'other' };

  const { out } = await shell('env', { environment });

  expect(out).toContain('OTHER=other');
  expect(out).not.toContain('alm_secret');
});

it('takes so many bytes and says that there were more', async () => {
  const { out, isCut, code } = await shell('head -c 300000 /dev/zero | tr "\\0" x', { mostBytes: 1_000 });

  expect([out.length, isCut, code]).toEqual([1_000, true, 0]);
});

it('ends at the deadline, with all that it has started', async () => {
  const end = await shell('trap "" TERM; (sleep 1.5; touch late) & sleep 30', { deadlineMs: 100 });
  await sleep(1_700);

  expect(end).toMatchObject({ code: null, timedOut: true });
  expect(await readdir(folder)).toEqual([]);
});

it('does not wait for what has left the group', async () => {
  const began = Date.now();

  const end = await shell('setsid sleep 20 & sleep 20', { deadlineMs: 100 });

  expect(end).toMatchObject({ code: null, timedOut: true });
  expect(Date.now() - began).toBeLessThan(15_000);
});

it('ends at the signal', async () => {
  const signal = AbortSignal.timeout(100);

  await expect(shell('sleep 30', { signal })).rejects.toThrow('timeout');
});

it('that is not there fails', async () => {
  expect(await shell('', { program: '/nonexistent/tool' })).toMatchObject({
    code: null,
    err: expect.stringContaining('ENOENT'),
  });
});

it('is looked for in absolute folders alone', async () => {
  expect(await findTool('sh', { PATH: `.:bin:${PATH}` })).toMatch(/^\/(?:usr\/)?bin\/sh$/);
  expect(await findTool('run-tool.test.ts', { PATH: `${import.meta.dirname}:.` })).toBeNull();
  expect(await findTool('sh', { PATH: '.:' })).toBeNull();
  expect(await findTool('sh', {})).toBeNull();
});
