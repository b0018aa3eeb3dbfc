import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readScannedFile } from '@almanac/core/scan';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { keepChoice } from '../../server/src/store/source-choice.ts';
import { type CorpusWorld, openCorpusWorld } from '../../server/test/support/corpus/world.ts';
import { byId, NOW, osvSays } from '../../server/test/support/worlds/package-world.ts';
import { projectionStore } from '../../server/test/support/worlds/projection-store.ts';
import { almanac } from './support/command-line.ts';
import { NOBODY, offlineEqualsOnline, SOURCES } from './support/offline-equals.ts';
import { openPublisher, type Publisher } from './support/publisher.ts';
import { corpusLockfiles } from './support/world.ts';

/** Everything takes many minutes: ALMANAC_SLICE=default for some 3,000 CVEs. */
const SLICE = process.env['ALMANAC_SLICE'] === 'default' ? 'default' : 'everything';
const COMPONENTS = 1_000;
const ROUNDS = 5;

const FIVE = [
  'go.sum/golang__vulndb/go.sum',
  'Gemfile.lock/google__osv-scanner/docs/Gemfile.lock',
  'requirements.txt/home-assistant__core/requirements.txt',
  'package-lock.json/astral-sh__ruff/playground/api/package-lock.json',
  'pnpm-lock.yaml/home-assistant__core/tests/e2e/pnpm-lock.yaml',
] as const;

describe.skipIf(!hasCorpus)('offline, on real records', () => {
  const lockfiles = corpusLockfiles('all');
  let world: CorpusWorld;
  let publisher: Publisher;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves: SLICE });
    await keepChoice(
      world.db,
      SOURCES.map((id) => ({ id })),
    );
    publisher = await openPublisher(world.db);
    const { manifest } = await publisher.publish();
    const bytes = manifest.partitions.reduce((sum, one) => sum + one.bytes, 0);
    console.log(`published: ${manifest.partitions.length} partitions, ${bytes} bytes`);
  }, 3_600_000);
  afterAll(async () => {
    await publisher[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  it('a scan of every lockfile says what the API says', { timeout: 3_600_000 }, async () => {
    const { report } = await offlineEqualsOnline(publisher, `${world.app.url}/api/v1`, lockfiles);

    console.log(`${lockfiles.size} lockfiles: ${JSON.stringify(report.components)}`);
    expect(lockfiles.size).toBe(60);
  });

  it('downloads little, and after a change less', { timeout: 600_000 }, async () => {
    const pull = async (file: string) => {
      const environment = {
        XDG_CACHE_HOME: path.join(publisher.base, 'five', file),
        ALMANAC_SNAPSHOT_KEY: publisher.key,
      };
      const args = ['db', 'pull', '--json', '--from', publisher.folder, '--for', path.join('real', file)];
      const { code, out } = await almanac(args, { environment, folder: publisher.base, now: () => NOW.getTime() });
      expect(code).toBe(0);
      return (JSON.parse(out) as { downloaded: { files: number; bytes: number } }).downloaded;
    };
    const before = new Map<string, Awaited<ReturnType<typeof pull>>>();
    for (const file of FIVE) before.set(file, await pull(file));
    const changed = ['npm', 'PyPI', 'Go', 'RubyGems'].map((ecosystem, i) => ({
      ecosystem,
      name: `x-${i}`,
      fixed: '2',
    }));
    await projectionStore(world.db).put('osv', byId(osvSays('GHSA-zzzz-zzzz-zzzz', changed)), NOW);
    await publisher.publish();

    for (const file of FIVE) {
      const [first, next] = [before.get(file), await pull(file)];
      console.log(`${file}: first ${JSON.stringify(first)}, after a change ${JSON.stringify(next)}`);
      expect(next.bytes).toBeLessThan(first?.bytes ?? 0);
    }
  });

  it(`scans ${COMPONENTS} components`, { timeout: 600_000 }, async () => {
    await writeFile(path.join(publisher.base, 'bom.json'), JSON.stringify(largeBom()));
    const environment = { XDG_CACHE_HOME: path.join(publisher.base, 'thousand'), ALMANAC_SNAPSHOT_KEY: publisher.key };
    const around = { environment, folder: publisher.base, now: () => NOW.getTime() };
    const pulled = await almanac(['db', 'pull', '--from', publisher.folder, '--for', 'bom.json', '--json'], around);
    expect(pulled.code, pulled.err).toBe(0);

    for (const [name, more, api] of [
      ['offline', ['--offline'], NOBODY],
      ['online', [], `${world.app.url}/api/v1`],
    ] as const) {
      const measured: string[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const { milliseconds, megabytes } = await timed(['scan', 'bom.json', '--json', ...more], {
          ...environment,
          ALMANAC_API: api,
        });
        measured.push(`${milliseconds.toFixed(0)} ms ${megabytes.toFixed(0)} MB`);
      }
      console.log(`${name}, ${COMPONENTS} components: ${measured.join(', ')}`);
    }
  });

  /** Packages that the lockfiles name, as many as are wanted, as a bill of materials. */
  function largeBom() {
    const asks = [...lockfiles].flatMap(
      ([file, text]) => readScannedFile(file, text).file?.entries.flatMap(({ ask }) => ask ?? []) ?? [],
    );
    const components = [...new Set(asks)]
      .slice(0, COMPONENTS)
      .map((purl) => ({ type: 'library', name: purl.slice(4), purl }));
    return { bomFormat: 'CycloneDX', specVersion: '1.6', components };
  }

  /** The program in a process of its own, at the time at which the snapshot was made. */
  async function timed(args: readonly string[], environment: Readonly<Record<string, string>>) {
    const bin = path.resolve(import.meta.dirname, '../src/bin.ts');
    const report = `Date.now=()=>${NOW.getTime()};process.on('exit',()=>process.stderr.write('\\nRSS '+process.resourceUsage().maxRSS))`;
    const started = performance.now();
    const { stderr } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@almanac/source', '--import', `data:text/javascript,${encodeURIComponent(report)}`, bin, ...args],
      {
        cwd: publisher.base,
        env: { PATH: process.env['PATH'], HOME: publisher.base, ...environment },
        maxBuffer: 1 << 28,
      },
    ).catch((error: { stderr: string; code: number }) => error);
    return {
      milliseconds: performance.now() - started,
      megabytes: Number(/RSS (\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024,
    };
  }
});
