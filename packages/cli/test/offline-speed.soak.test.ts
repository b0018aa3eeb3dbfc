import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { byId, NOW, osvSays } from '../../server/test/support/worlds/package-world.ts';
import { almanac } from './support/command-line.ts';
import { billOf, openLargeWorld } from './support/large-world.ts';
import { NOBODY, offlineEqualsOnline } from './support/offline-equals.ts';
import { openPublisher } from './support/publisher.ts';
import { sizesOfPulls } from './support/sizes-of-pulls.ts';
import { corpusLockfiles } from './support/world.ts';

const COMPONENTS = 1_000;
const ROUNDS = 5;

it.skipIf(!hasCorpus)('offline among many packages', { timeout: 1_200_000 }, async () => {
  await using world = await openLargeWorld();
  await using publisher = await openPublisher(world.db);
  const { manifest } = await publisher.publish();
  const api = `${world.app.url}/api/v1`;
  await writeFile(path.join(publisher.base, 'bom.json'), JSON.stringify(billOf(COMPONENTS)));
  const environment = { XDG_CACHE_HOME: path.join(publisher.base, 'cache'), ALMANAC_SNAPSHOT_KEY: publisher.key };
  const pull = ['db', 'pull', '--from', publisher.folder, '--for', 'bom.json'];
  const pulled = await almanac(pull, { environment, folder: publisher.base, now: () => NOW.getTime() });

  console.log(manifest.partitions.map(({ name, keys, bytes }) => `${name}: ${keys} names, ${bytes} bytes`).join('\n'));
  console.log(pulled.out);
  const codes = new Set<number>();
  for (const [name, more, ALMANAC_API] of [
    ['offline', ['--offline'], NOBODY],
    ['online', [], api],
  ] as const) {
    const measured: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const all = { ...environment, ALMANAC_API };
      const { code, milliseconds, megabytes } = await timed(
        publisher.base,
        ['scan', 'bom.json', '--json', ...more],
        all,
      );
      measured.push(`${milliseconds.toFixed(0)} ms ${megabytes.toFixed(0)} MB`);
      codes.add(code);
    }
    console.log(`${name}, ${COMPONENTS} components: ${measured.join(', ')}`);
  }
  expect([...codes]).toEqual([1]);

  const { report } = await offlineEqualsOnline(publisher, api, corpusLockfiles('all'));
  console.log(JSON.stringify(report.components));
  const changed = osvSays('OTHER-2026-0', [{ ecosystem: 'npm', name: 'other-0-0', fixed: '3.0.0' }]);
  await sizesOfPulls(publisher, () => world.store.put('osv', byId(changed), NOW));
});

/** The program in a process of its own, at the time at which the snapshot was made. */
async function timed(folder: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const bin = path.resolve(import.meta.dirname, '../src/bin.ts');
  const report = `Date.now=()=>${NOW.getTime()};process.on('exit',()=>process.stderr.write('\\nRSS '+process.resourceUsage().maxRSS))`;
  const started = performance.now();
  const { stderr, code } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@almanac/source', '--import', `data:text/javascript,${encodeURIComponent(report)}`, bin, ...args],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], HOME: folder, ...environment },
      maxBuffer: 1 << 28,
    },
  ).then(
    (ended) => ({ ...ended, code: 0 }),
    (error: { stderr: string; code: number }) => error,
  );
  return {
    code,
    milliseconds: performance.now() - started,
    megabytes: Number(/RSS (\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024,
  };
}
