import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { store } from '../../core/test/nix-samples.ts';
import { ROUTES } from '../../server/src/http/routes/index.ts';
import { keepChoice } from '../../server/src/store/source-choice.ts';
import {
  byId,
  NOW,
  openPackageApp,
  osvSays,
  type PackageApp,
  SEEN,
  wasRead,
} from '../../server/test/support/worlds/package-world.ts';
import { almanac, type Ended } from './support/command-line.ts';
import { NOBODY, offlineEqualsOnline, SOURCES } from './support/offline-equals.ts';
import { filesIn, openPublisher, type Publisher } from './support/publisher.ts';
import { corpusLockfiles, kevEntry, recordsAbout } from './support/world.ts';

const OWN = 'requirements.txt';
const lockfiles = new Map([...corpusLockfiles(), [`own/${OWN}`, 'left==1.0\nright==1.0\nnobody-knows==1.0\n']]);
let given: PackageApp;
let publisher: Publisher;

beforeAll(async () => {
  given = await openPackageApp(
    ROUTES,
    async (store, db) => {
      const own = [
        osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'left', fixed: '2.0' }], { aliases: ['CVE-2026-1001'] }),
        osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'right', fixed: '0.5' }]),
      ];
      await store.put('osv', { ...recordsAbout(lockfiles), ...byId(...own) }, SEEN);
      await store.put('kev', { 'CVE-2026-1001': kevEntry('CVE-2026-1001') }, SEEN);
      const day = '#model_version:v2025.03.14,score_date:2026-11-14T00:00:00+0000\ncve,epss,percentile\n';
      await store.put('epss', { '2026-11-14': `${day}CVE-2026-1001,0.42,0.97\nCVE-2026-20000,0.95,0.99\n` }, SEEN);
      for (const source of SOURCES) await wasRead(db, source);
      await keepChoice(
        db,
        SOURCES.map((id) => ({ id })),
      );
    },
    { settings: { deadlineMs: 60_000 } },
  );
  publisher = await openPublisher(given.db);
  await publisher.publish();
});
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await publisher[Symbol.asyncDispose]();
});

/** A machine of its own with a project in Python, and what is pulled for it. */
async function machine(name: string, requirements: string, wanted: string, from = publisher.folder, clock = NOW) {
  const folder = path.join(publisher.base, name);
  await mkdir(folder);
  await writeFile(path.join(folder, OWN), requirements);
  const environment = {
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    ALMANAC_SNAPSHOT_KEY: publisher.key,
    ALMANAC_API: NOBODY,
  };
  const run = (args: readonly string[], now = clock): Promise<Ended> =>
    almanac(args, { environment, folder, now: () => now.getTime() });
  const pulled = await run(['db', 'pull', '--from', from, ...wanted.split(' ')]);
  expect(pulled.code, pulled.err).toBe(0);
  return { folder, db: path.join(folder, 'cache', 'almanac', 'db'), run };
}

describe('a scan without a network', () => {
  it('gives the report of one that asks an API with the same sources, for real lockfiles', async () => {
    const { online, report } = await offlineEqualsOnline(publisher, `${given.app.url}/api/v1`, lockfiles);

    expect(online.code).toBe(1);
    expect(report.components['affected']).toBeGreaterThan(lockfiles.size);
    expect(report.snapshot).toMatchObject({
      root: expect.stringMatching(/^[0-9a-f]{64}$/),
      published: NOW.toISOString(),
    });
  });

  it.each(['table', 'sarif', 'openvex', 'junit', 'markdown'])(
    'writes %s, and says which snapshot it is',
    async (format) => {
      const { run } = await machine(`as ${format}`, 'left==1.0\n', '--for .');

      const { code, out, err } = await run(['scan', OWN, '--offline', '--format', format]);

      expect(code).toBe(1);
      expect(out).toContain('CVE-2026-1001');
      expect(`${out}${err}`).toMatch(
        /answered from the snapshot of 2026-11-15 08:00 UTC, which expires 2026-11-17 08:00 UTC/,
      );
    },
  );

  it('refuses a closure, of which a snapshot knows nothing', async () => {
    const { folder, run } = await machine('closure', 'left==1.0\n', '--for .');
    await writeFile(path.join(folder, 'paths.txt'), store('left-1.0'));

    const { code, out, err } = await run(['scan', 'paths.txt', '--offline']);

    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('paths.txt has store paths');
  });

  it('heeds a decision that was made online, and its evidence', async () => {
    const { run } = await machine('decided', 'left==1.0\n', '--for .');
    const api = ['--api', `${given.app.url}/api/v1`];
    const why = ['--reason', 'It is not called.', '--author', 'ada'];
    const decided = await run(['decide', 'CVE-2026-1001', 'pkg:pypi/left@1.0', ...why, ...api]);

    const online = await run(['scan', OWN, '--json', ...api]);
    const offline = await run(['scan', OWN, '--json', '--offline']);

    const { snapshot: _, ...report } = JSON.parse(offline.out) as { snapshot: object };
    expect([decided.code, online.code, offline.code]).toEqual([0, 0, 0]);
    expect(report).toEqual(JSON.parse(online.out));
    expect(report).toMatchObject({ decisions: { suppressed: 1, unverified: 0 } });
  });
});

describe('what cannot be known offline is unknown', () => {
  const reasonsOf = ({ out }: Ended) =>
    (JSON.parse(out) as { unknown: { component: { name: string }; unknownReasons: string[]; verdictReason: string }[] })
      .unknown;

  it('a package of a part that was not pulled', async () => {
    const { run, folder } = await machine('grown', 'left==3.0\n', '--for .');
    const clean = await run(['scan', OWN, '--offline', '--json']);
    const lockfile = { lockfileVersion: 3, packages: { '': {}, 'node_modules/new': { version: '1.0.0' } } };
    await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(lockfile));

    const grown = await run(['scan', '--offline', '--json']);
    await run(['db', 'pull', '--for', '.']);
    const pulled = await run(['scan', '--offline', '--json']);

    expect([clean.code, grown.code, pulled.code]).toEqual([0, 3, 0]);
    expect(reasonsOf(grown)).toMatchObject([
      {
        component: { name: 'new' },
        unknownReasons: ['failed'],
        verdictReason: expect.stringContaining('was not pulled'),
      },
    ]);
  });

  it('a package of the collection, and one of a kind that nobody covers', async () => {
    const { run, folder } = await machine('others', 'left==3.0\n', '--all');
    const bom = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [
        { type: 'library', name: 'curl', version: '8.0', purl: 'pkg:nix/curl@8.0' },
        { type: 'library', name: 'thing', version: '1.0', purl: 'pkg:generic/thing@1.0' },
      ],
    };
    await writeFile(path.join(folder, 'bom.json'), JSON.stringify(bom));

    const ended = await run(['scan', 'bom.json', '--offline', '--json']);

    expect(ended.code).toBe(3);
    expect(reasonsOf(ended).map(({ unknownReasons }) => unknownReasons)).toEqual([['not_covered'], ['not_covered']]);
  });

  it('everything, once the snapshot has expired, or where there is none', async () => {
    const { run, db } = await machine('aged', 'left==3.0\n', '--for .');
    const [inTime, late] = [47, 48].map((hours) => new Date(NOW.getTime() + hours * 3_600_000));

    const [before, after] = [await run(['scan', '--offline'], inTime), await run(['scan', '--offline'], late)];
    await rm(db, { recursive: true });
    const none = await run(['scan', '--offline']);

    expect(before.code).toBe(0);
    expect(after).toMatchObject({ code: 3, out: '', err: expect.stringContaining('(snapshot_expired)') });
    expect(none).toMatchObject({ code: 3, out: '', err: expect.stringContaining('(snapshot_missing)') });
  });

  it('everything, where a file was altered, cut or is missing: by its own code, without a report', async () => {
    const { run, db } = await machine('harmed', 'left==1.0\n', '--for .');
    const found = new Set<string>();

    for (const file of (await filesIn(db)).filter((one) => one.startsWith('object/'))) {
      const bytes = await readFile(path.join(db, file));
      const flipped = Buffer.from(bytes);
      flipped[20] = flipped[20]! ^ 4;
      for (const content of [flipped, bytes.subarray(0, -1), null]) {
        await (content === null ? rm(path.join(db, file)) : writeFile(path.join(db, file), content));
        const { code, out, err } = await run(['scan', '--offline']);
        expect([code, out]).toEqual([3, '']);
        found.add(/\((\w+)\)$/m.exec(err)?.[1] ?? err);
      }
      await writeFile(path.join(db, file), bytes);
    }

    expect([...found]).toEqual(['object_altered', 'object_truncated', 'object_missing']);
    expect((await run(['scan', '--offline'])).code).toBe(1);
  });

  it('everything, where the state was altered: the checkpoint, the log, the root and the key', async () => {
    const { run, db } = await machine('rewritten', 'left==1.0\n', '--for .');
    const file = path.join(db, 'state', '000000000001.json');
    const text = await readFile(file, 'utf8');
    const state = JSON.parse(text) as { key: string; head: { root: string }; files: [string, string][] };
    const replaced = (name: string) => {
      const files = state.files.map(([own, base64]) => {
        const bytes = Buffer.from(base64, 'base64');
        if (own.startsWith(name)) bytes[10] = bytes[10]! ^ 1;
        return [own, bytes.toString('base64')];
      });
      return { ...state, files };
    };
    const codes: string[] = [];

    for (const changed of [
      replaced('checkpoint'),
      replaced('tile/0'),
      replaced('tile/entries'),
      { ...state, head: { size: 1, root: 'ab'.repeat(32) } },
      { ...state, head: { size: 2, root: state.head.root } },
      { ...state, key: state.key.replace('almanac', 'another') },
      { ...state, files: [] },
    ]) {
      await writeFile(file, JSON.stringify(changed));
      const { code, out, err } = await run(['scan', '--offline']);
      expect([code, out]).toEqual([3, '']);
      codes.push(/\((\w+)\)$/m.exec(err)?.[1] ?? err);
    }

    expect(codes).toEqual([
      'signature_wrong',
      'entry_not_included',
      'entry_not_included',
      'log_forked',
      'log_rolled_back',
      'key_changed',
      'object_missing',
    ]);
  });

  it('a source that was stale when the snapshot was made leaves a doubt', async () => {
    const later = new Date(NOW.getTime() + 30 * 24 * 3_600_000);
    const stale = path.join(publisher.base, 'stale');
    await publisher.publish(later, stale);
    const { run } = await machine('doubtful', 'left==3.0\n', '--all', stale, later);

    const { code, out } = await run(['scan', '--offline', '--json']);

    expect(code).toBe(3);
    expect((JSON.parse(out) as { coverage: object[] }).coverage).toContainEqual(
      expect.objectContaining({ source: 'osv', state: 'stale' }),
    );
  });
});
