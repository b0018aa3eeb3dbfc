import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { momentsOf } from '../scripts/demo/moments.ts';
import { readOptions } from '../scripts/demo/options.ts';
import { ROOT } from './docs-pages.ts';

const NOW = Date.parse('2026-11-16T08:00:00Z');

describe('the moments at which the store of a demo is filled', () => {
  const moments = momentsOf(NOW);

  it('go forward, and end before the present', () => {
    const instants = moments.map(({ at }) => at);

    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(instants[0]).toBe(Date.parse('2021-12-20T16:00:00Z'));
    expect(instants.at(-1)).toBeLessThan(NOW);
    expect(momentsOf(Date.parse('2022-01-01T00:00:00Z')).length).toBeLessThan(moments.length);
  });

  it('read everything of a source first, and end with every source', () => {
    const first = new Map<string, string>();
    for (const { source, channel } of moments.flatMap(({ readings }) => readings))
      if (!first.has(source)) first.set(source, channel);

    expect(new Set(first.values())).toEqual(new Set(['bulk']));
    expect(
      moments
        .at(-1)
        ?.readings.map(({ source }) => source)
        .toSorted(),
    ).toEqual([...first.keys()].toSorted());
  });
});

describe('the options of a demo', () => {
  it.each([
    [[], 'famous', '/almanac_demo'],
    [['--live'], 'live', '/almanac_live'],
    [['--watch'], 'famous', '/almanac_demo'],
  ])('%j', (args, kind, database) => {
    const { world, environment } = readOptions(args, { DATABASE_URL: 'postgres://somebody@host:1/precious' });

    expect(world.kind).toBe(kind);
    expect(environment.DATABASE_URL).toBe(`postgres://somebody@host:1${database}`);
  });

  it.each([
    [['--slice', 'default'], '--slice is of a corpus'],
    [['--live', '--corpus', '.'], 'give one of them'],
    [['--corpus', tmpdir()], 'is no corpus'],
  ])('%j makes no sense', (args, words) => {
    expect(() => readOptions(args, {})).toThrow(words);
  });
});

describe('what npm has started', () => {
  it('ends when npm is killed', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-demo-'));
    const part = path.join(ROOT, 'scripts/demo/end-with-npm.ts');
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { demo: 'node demo.ts' } }));
    writeFileSync(
      path.join(folder, 'demo.ts'),
      `import { endWithNpm } from ${JSON.stringify(part)};
endWithNpm(() => { console.log('stopped'); process.exit(0); });
setInterval(() => {}, 1000);
console.log('started');\n`,
    );
    const npm = spawn('npm', ['run', '--silent', 'demo'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    let written = '';
    npm.stdout.on('data', (text: Buffer) => (written += text.toString()));
    while (!written.includes('started')) await once(npm.stdout, 'data');

    npm.kill('SIGKILL');
    // The pipe is closed when the last of those that hold it has ended.
    await once(npm.stdout, 'close');

    expect(written).toBe('started\nstopped\n');
    rmSync(folder, { recursive: true });
  }, 60_000);
});
