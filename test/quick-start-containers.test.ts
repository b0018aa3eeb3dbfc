import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answerOf, getHealth } from '@almanac/contract';
import { expect, it } from 'vitest';
import { copyRepository } from './quick-start-copy.ts';
import { freePorts } from './quick-start-ports.ts';
import { curlHome, readmeLines } from './quick-start-readme.ts';
import { shell, terminalEnvironment } from './quick-start-shell.ts';

const unavailable = missing();
if (unavailable !== null) console.log(`Skipping the quick start of the containers: ${unavailable}.`);

// An image is built, and engines are fetched.
it.skipIf(unavailable !== null)('containers start and stop as the README says', { timeout: 900_000 }, async () => {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-containers-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const [port] = await freePorts();
  const environment = {
    ...terminalEnvironment(),
    CURL_HOME: curlHome(folder, port),
    ALMANAC_PORT: String(port),
    ALMANAC_TAG: 'quick-start',
    // In place of the name in compose.yaml: containers that run are left alone.
    COMPOSE_PROJECT_NAME: `almanac-test-${randomBytes(6).toString('hex')}`,
  };
  const checkout = path.join(folder, 'almanac');
  copyRepository(checkout);
  const [up = '', ask = '', down = ''] = readmeLines('docker compose up');
  stack.defer(async () => {
    const clean = 'docker compose down --volumes --timeout 5; docker image rm almanac:quick-start';
    await shell(clean, checkout, environment).ended;
  });

  const started = await shell(up, checkout, environment).ended;
  const asked = await shell(ask, checkout, environment).ended;
  const stopped = await shell(down, checkout, environment).ended;

  expect([started.code, started.code === 0 ? '' : started.err]).toEqual([0, '']);
  expect(answerOf(getHealth).safeParse(JSON.parse(asked.out)).error).toBeUndefined();
  expect([stopped.code, stopped.code === 0 ? '' : stopped.err]).toEqual([0, '']);
});

/** Why there are no containers here, or null. */
function missing(): string | null {
  const compose = spawnSync('docker', ['compose', 'version'], { encoding: 'utf8' });
  if (compose.status !== 0) return 'docker compose was not found';
  return spawnSync('docker', ['info'], { timeout: 10_000 }).status === 0 ? null : 'no engine answers';
}
