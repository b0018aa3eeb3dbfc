import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { KEV_FEED_PATH } from './kev/kev.ts';
import { TWIN_IDS } from './twins.ts';

const BIN = path.join(import.meta.dirname, 'bin.ts');
const run = (...args: string[]) => spawn(process.execPath, ['--conditions=@almanac/source', BIN, ...args]);

it('prints an address for each twin, serves, obeys the control paths, and stops when asked', async () => {
  const child = run('--generated', '3000', '--seed', '2', '--still', '2026-09-15T09:30:00Z');
  const addresses: { source: string; url: string }[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    addresses.push(JSON.parse(line) as { source: string; url: string });
    if (addresses.length === TWIN_IDS.length) break;
  }
  const kev = addresses.find(({ source }) => source === 'kev')?.url ?? '';

  const catalogue = (await (await fetch(kev + KEV_FEED_PATH)).json()) as { count: number };
  const moved = await (await fetch(`${kev}/_twin/clock`, { method: 'POST', body: '{"advance":1000}' })).json();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');

  expect(addresses.map(({ source }) => source)).toEqual([...TWIN_IDS]);
  expect(catalogue.count).toBeGreaterThan(3);
  expect(moved).toEqual({ now: '2026-09-15T09:30:01.000Z' });
  expect(code).toBe(0);
});

it.each([
  [['--port', 'gopher=70'], '--port takes <source>=<port>'],
  [['--generated', 'many'], '--generated takes a whole number, not "many"'],
  [['--still', 'noon'], 'Not an instant: noon'],
])('says what is wrong with %j', async (args, message) => {
  const child = run(...args);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));

  const [code] = await once(child, 'close');

  expect(code).toBe(1);
  expect(said).toContain(message);
});
