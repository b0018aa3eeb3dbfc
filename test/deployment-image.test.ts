import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createEmptyDatabase } from '../packages/server/test/support/database.ts';
import { ROOT, readPage } from './docs-pages.ts';
import { freePorts } from './quick-start-ports.ts';
import { shell, terminalEnvironment } from './quick-start-shell.ts';

const base = process.env['BASE'] ?? /^ARG BASE=(\S+)$/m.exec(readPage('Dockerfile'))?.[1] ?? '';
const unavailable = missing();
if (unavailable !== null) console.log(`Skipping the build of the image: ${unavailable}.`);

// Everything is installed anew for it.
it.skipIf(unavailable !== null)('the image is built, migrates, answers and ends', { timeout: 900_000 }, async () => {
  await using database = await createEmptyDatabase();
  const [port] = await freePorts();
  const environment = { ...terminalEnvironment(), BASE: base, DATABASE_URL: database.url, PORT: String(port) };

  const { code, out, err } = await shell('deploy/check-image', ROOT, environment).ended;

  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  expect(out).toMatch(/It ended in order\.\n$/);
});

/** Why no image can be built here, or null. */
function missing(): string | null {
  if (spawnSync('buildah', ['--version']).status !== 0) return 'buildah was not found';
  const pulled = spawnSync('buildah', ['pull', '--quiet', '--policy=missing', base], { timeout: 120_000 });
  return pulled.status === 0 ? null : `${base} is out of reach`;
}
