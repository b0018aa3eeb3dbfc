import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';

const bin = path.resolve(import.meta.dirname, '../src/bin.ts');

/** An API that keeps every question waiting until it is told to answer. */
let api: Server;
let waiting: ServerResponse[];
let child: ChildProcessByStdio<Writable, Readable, null>;
beforeEach(async () => {
  waiting = [];
  api = createServer((_, response) => {
    waiting.push(response);
    api.emit('asked');
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const { port } = api.address() as AddressInfo;
  child = spawn(process.execPath, ['--conditions=@almanac/source', bin], {
    env: { ALMANAC_API: `http://127.0.0.1:${port}`, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
});
afterEach(() => {
  child.kill('SIGKILL');
  api.closeAllConnections();
  api.close();
});

const OPENING = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  },
  { method: 'notifications/initialized' },
];
const CALL = { id: 2, method: 'tools/call', params: { name: 'source_status', arguments: {} } };

function say(...messages: readonly object[]): void {
  for (const message of messages) child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

async function answers(): Promise<{ readonly id: number; readonly result?: { readonly isError?: boolean } }[]> {
  const lines = (await text(child.stdout)).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

it('a call that runs when the input ends is answered before the program does, which then ends at once', async () => {
  const asked = once(api, 'asked');
  const said = answers();
  say(...OPENING, CALL);
  child.stdin.end();

  await asked;
  // Long enough to have ended, were it not for the call.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const answered = performance.now();
  waiting[0]?.end(JSON.stringify({ success: true, data: { sources: [] }, timestamp: '2026-11-15T08:00:00.000Z' }));

  expect((await said).map(({ id }) => id)).toEqual([1, 2]);
  expect((await said)[1]?.result?.isError ?? false).toBe(false);
  // Far below the half minute that a call may take.
  expect(performance.now() - answered).toBeLessThan(15_000);
});

it('a call that was cancelled is not waited for', async () => {
  const asked = once(api, 'asked');
  const [said, closed] = [answers(), once(child, 'close')];
  say(...OPENING, CALL);
  await asked;
  say({ method: 'notifications/cancelled', params: { requestId: 2 } });
  child.stdin.end();

  expect(await closed).toEqual([0, null]);
  expect((await said).map(({ id }) => id)).toEqual([1]);
});

it('without a call the program ends with its input', async () => {
  const closed = once(child, 'close');
  child.stdout.on('data', () => {});
  say(...OPENING);
  child.stdin.end();

  expect(await closed).toEqual([0, null]);
});
