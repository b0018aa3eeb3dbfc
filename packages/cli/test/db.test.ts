import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { filesIn, openPublisher, type Publisher, serveFolder } from './support/publisher.ts';

let given: PackageApp;
let publisher: Publisher;
/** The log with one entry, and with two. */
let first: string;
let second: string;

/** So many packages of npm that they are not all in one shard. */
const MANY = Array.from({ length: 200 }, (_, i) => ({ ecosystem: 'npm', name: `many-${i}`, fixed: '2.0.0' }));

beforeAll(async () => {
  given = await openPackageApp([], async (store, db) => {
    const records = [
      osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], {
        aliases: ['CVE-2026-1001'],
      }),
      osvSays('GHSA-bbbb-bbbb-bbbb', MANY),
      osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'Zope.Interface', fixed: '5.0' }]),
    ];
    await store.put('osv', byId(...records), SEEN);
    const day = '#model_version:v2025.03.14,score_date:2026-11-14T00:00:00+0000\ncve,epss,percentile\n';
    await store.put('epss', { '2026-11-14': `${day}CVE-2026-1001,0.42,0.97\n` }, SEEN);
    for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'kev', 'epss'] as const) await wasRead(db, source);
  });
  publisher = await openPublisher(given.db);
  await publisher.publish();
  first = await publisher.copy('first');
  await given.store.put('osv', byId(osvSays('GHSA-cccc-cccc-cccc', [{ ...MANY[0]!, fixed: '3.0.0' }])), SEEN);
  await publisher.publish();
  second = await publisher.copy('second');
  const lockfile = {
    lockfileVersion: 3,
    packages: { '': {}, 'node_modules/left': { version: '1.0.0' }, 'node_modules/many-0': { version: '1.0.0' } },
  };
  await mkdir(path.join(publisher.base, 'project'));
  await writeFile(path.join(publisher.base, 'project', 'package-lock.json'), JSON.stringify(lockfile));
});
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await publisher[Symbol.asyncDispose]();
});

/** A machine of its own: `almanac` with its cache. */
function machine(name: string, now = NOW) {
  const cache = path.join(publisher.base, name);
  const environment = { XDG_CACHE_HOME: cache, ALMANAC_SNAPSHOT_KEY: publisher.key };
  const run = (...args: string[]): Promise<Ended> =>
    almanac(args, { environment, folder: publisher.base, now: () => now.getTime() });
  return { run, folder: path.join(cache, 'almanac', 'db'), environment };
}

const shards = async (folder: string) => (await filesIn(folder)).filter((file) => file.startsWith('object/')).length;

describe('db pull', () => {
  it('gets only what a lockfile needs, then only what has changed', async () => {
    const { run, folder } = machine('for');

    const begun = await run('db', 'pull', '--from', first, '--for', 'project', '--json');
    const all = await machine('all').run('db', 'pull', '--from', first, '--all', '--json');
    const same = await run('db', 'pull', '--json');
    const changed = await run('db', 'pull', '--from', second, '--json');

    const bytes = (ended: Ended) => (JSON.parse(ended.out) as { downloaded: { bytes: number } }).downloaded.bytes;
    expect([begun.code, all.code, same.code, changed.code]).toEqual([0, 0, 0, 0]);
    expect(bytes(begun)).toBeLessThan(bytes(all));
    // The checkpoint alone; then checkpoint, tile, entries, the manifest, the index of npm and one shard besides.
    expect(JSON.parse(same.out)).toMatchObject({ downloaded: { files: 1 }, trust: 'remembered' });
    expect(JSON.parse(changed.out)).toMatchObject({ size: 2, downloaded: { files: 6 } });
    expect(await shards(folder)).toBeLessThan(await shards(machine('all').folder));
  });

  it('gets the same over HTTP, and waits for a server that is busy', async () => {
    await using server = await serveFolder(second, [503]);
    const { run } = machine('http');

    const pulled = await run('db', 'pull', 'NPM', '--from', `${server.url}/`);
    const verified = await run('db', 'verify');
    const status = await run('db', 'status');

    expect(pulled).toMatchObject({ code: 0, out: expect.stringMatching(/^Snapshot 2 of almanac\.example\/log/) });
    expect(verified).toMatchObject({ code: 0, out: expect.stringMatching(/\d+ objects with [\d,]+ bytes have their/) });
    expect(status.out).toMatch(/^root +[0-9a-f]{64}\nlog +almanac\.example\/log, 2 entries\npublished /m);
    expect(status.out).toMatch(/^ecosystem\/npm +8 of 8 /m);
    expect(status.out).toMatch(/Nothing is held of .*ecosystem\/PyPI/);
  });

  it('says which key it trusts from now on, also when it is to be quiet, and takes no other afterwards', async () => {
    const { run, environment } = machine('trust');

    const begun = await run('db', 'pull', '--from', first, '--all', '--quiet');
    const again = await almanac(['db', 'pull'], {
      environment: { XDG_CACHE_HOME: environment.XDG_CACHE_HOME },
      now: () => NOW.getTime(),
    });
    const other = publisher.key.replace(/^almanac/, 'another');
    const refused = await run('db', 'pull', '--key', other);

    expect(begun).toMatchObject({ code: 0, err: expect.stringContaining(`trusts the key ${publisher.key}`) });
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('(key_changed)') });
  });

  it.each([
    ['no key', ['--snapshot', 'x', '--all'], { ALMANAC_SNAPSHOT_KEY: '' }, /names no key/],
    [
      'no key, where somebody on the way could name another',
      ['--snapshot', 'http://files.example/snapshot', '--all'],
      { ALMANAC_SNAPSHOT_KEY: '' },
      /without TLS/,
    ],
    ['no address', ['--all'], {}, /Where snapshots are published/],
    ['nothing to pull', ['--from', 'x'], {}, /What to pull/],
    [
      'a key that is no file',
      ['--from', 'x', '--all', '--key', 'nowhere.pub'],
      {},
      /neither a verifier key nor a file/,
    ],
    ['a password in the address', ['--from', 'https://a:b@c', '--all'], {}, /Invalid snapshot URL/],
  ])('asks for what is missing: %s', async (_, args, environment, words) => {
    const ended = await almanac(['db', 'pull', ...args], {
      environment: { ...machine('nothing').environment, ...environment },
      folder: publisher.base,
    });

    expect(ended).toMatchObject({ code: 2, err: expect.stringMatching(words) });
  });

  it('ends with 4 where nobody answers, and leaves what was pulled', async () => {
    const { run } = machine('away');
    await run('db', 'pull', '--from', first, '--all');
    await using server = await serveFolder(second, [500]);

    const ended = await run('db', 'pull', '--from', server.url);

    expect(ended).toMatchObject({ code: 4, err: expect.stringContaining('(snapshot_unreachable)') });
    expect((await run('db', 'verify')).code).toBe(0);
  });

  it('is safe when several pull at once: each keeps what the others wanted', async () => {
    const { run, folder } = machine('together');
    const wanted = [['npm'], ['PyPI'], ['--for', 'project']];

    const ended = await Promise.all(wanted.map((args) => run('db', 'pull', '--from', second, ...args)));
    const { out } = await run('db', 'status', '--json');

    expect(ended.map(({ code }) => code)).toEqual(wanted.map(() => 0));
    const { partitions } = JSON.parse(out) as { partitions: { name: string; held: number; shards: number }[] };
    expect(partitions.map(({ name, held, shards: all }) => [name, held === all])).toEqual([
      ['ecosystem/PyPI', true],
      ['ecosystem/npm', true],
      ['risk', true],
    ]);
    expect((await filesIn(folder)).filter((file) => file.endsWith('.part'))).toEqual([]);
  });
});

async function isPackTable(file: string): Promise<boolean> {
  return gunzipSync(await readFile(file)).includes('almanac-packs/1');
}

describe('packs', () => {
  it('let a first pull read many shards at once, and are not needed', async () => {
    const packed = path.join(publisher.base, 'packed');
    await cp(first, packed, { recursive: true });
    const objects = (await filesIn(packed)).filter((file) => file.startsWith('object/'));
    const packs: string[] = [];
    for (const file of objects) {
      const text = gunzipSync(await readFile(path.join(packed, file))).toString();
      if (text.split('"almanac-shard/1"').length > 2) packs.push(file);
    }
    const [pack = ''] = packs;
    await using server = await serveFolder(packed);
    const pulledFrom = async (name: string) => {
      server.asked.length = 0;
      return {
        ...(await machine(name).run('db', 'pull', 'npm', '--snapshot', server.url)),
        requests: server.asked.length,
      };
    };

    const whole = await pulledFrom('with a pack');
    const bytes = await readFile(path.join(packed, pack));
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    await writeFile(path.join(packed, pack), bytes);
    const altered = await pulledFrom('with an altered pack');
    await rm(path.join(packed, pack));
    const gone = await pulledFrom('without the pack');

    expect(packs).toHaveLength(1);
    expect([whole.code, altered.code, gone.code]).toEqual([0, 3, 0]);
    expect(altered.err).toContain('(object_altered)');
    expect(whole.requests).toBeLessThan(gone.requests);
  });
});

describe('what is refused, by its own code', () => {
  const kinds: readonly (readonly [string, (file: string) => boolean, string, string, string])[] = [
    ['the checkpoint', (file) => file === 'checkpoint', 'signature_wrong', 'note_malformed', 'object_missing'],
    ['a tile', (file) => file.startsWith('tile/0/'), 'log_forked', 'tile_malformed', 'tile_missing'],
    [
      'the entries',
      (file) => file.startsWith('tile/entries/'),
      'entry_not_included',
      'entry_malformed',
      'tile_missing',
    ],
    ['an object', (file) => file.startsWith('object/'), 'object_altered', 'object_truncated', 'object_missing'],
  ];

  const LETTER_A = 65;
  it.each(kinds)('%s, altered, cut or missing', async (name, isOne, altered, cut, missing) => {
    const source = await publisher.copy(`tampered ${name}`);
    const before = new Set(await filesIn(first));
    const found = new Map<string, Set<string>>();
    const files = (await filesIn(source)).filter(isOne);

    // Of objects those that are new; of the log those that belong to this size.
    for (const file of files.filter((one) => !before.has(one) || one === 'checkpoint')) {
      // One changed shard is read by itself.
      if (name === 'an object' && (await isPackTable(path.join(source, file)))) continue;
      const { run, folder } = machine(`reader of ${name} ${file.slice(-8)}`);
      await run('db', 'pull', '--from', first, '--all');
      const bytes = await readFile(path.join(source, file));
      const flipped = Buffer.from(bytes);
      const at = name === 'a tile' ? 40 : flipped.length - 10;
      // A signature stays base64: what is not would be refused as malformed.
      flipped[at] = name === 'the checkpoint' ? (flipped[at] === LETTER_A ? LETTER_A + 1 : LETTER_A) : flipped[at]! ^ 1;
      for (const [how, content] of [
        ['altered', flipped],
        ['cut', bytes.subarray(0, -1)],
        ['missing', null],
      ] as const) {
        await (content === null ? rm(path.join(source, file)) : writeFile(path.join(source, file), content));
        const { code, err } = await run('db', 'pull', '--from', source);
        expect(code, err).toBe(3);
        found.set(how, (found.get(how) ?? new Set()).add(/\((\w+)\)$/m.exec(err)?.[1] ?? err));
      }
      await writeFile(path.join(source, file), bytes);
      expect(JSON.parse((await run('db', 'status', '--json')).out)).toMatchObject({ size: 1 });
      expect((await filesIn(folder)).filter((each) => each.endsWith('.part'))).toEqual([]);
    }

    expect(Object.fromEntries([...found].map(([how, codes]) => [how, [...codes]]))).toEqual({
      altered: [altered],
      cut: [cut],
      missing: [missing],
    });
  });

  it('a log that was rolled back, and one that was forked', async () => {
    const { run } = machine('history');
    await run('db', 'pull', '--from', second, '--all');
    const fork = path.join(publisher.base, 'fork');
    for (let i = 0; i < 2; i += 1) await publisher.publish(new Date(NOW.getTime() + i), fork);

    const rolledBack = await run('db', 'pull', '--from', first);
    const forked = await run('db', 'pull', '--from', fork);

    expect(rolledBack).toMatchObject({ code: 3, err: expect.stringContaining('(log_rolled_back)') });
    expect(forked).toMatchObject({ code: 3, err: expect.stringContaining('(log_forked)') });
    expect(JSON.parse((await run('db', 'status', '--json')).out)).toMatchObject({ size: 2 });
  });

  it('a snapshot that has expired, at the source and here', async () => {
    const late = new Date(NOW.getTime() + 49 * 3_600_000);
    await machine('old').run('db', 'pull', '--from', first, '--all');

    const pulled = await machine('too late', late).run('db', 'pull', '--from', first, '--all');
    const [status, verified] = [
      await machine('old', late).run('db', 'status'),
      await machine('old', late).run('db', 'verify'),
    ];

    expect(pulled).toMatchObject({ code: 3, err: expect.stringContaining('(snapshot_expired)') });
    expect(status).toMatchObject({ code: 3, out: expect.stringContaining('It has expired on') });
    expect(verified.code).toBe(3);
  });
});

describe('damage on this machine', () => {
  it('is found by db verify, file by file, and mended by the next pull', async () => {
    const { run, folder } = machine('damaged');
    await run('db', 'pull', '--from', second, '--all');
    const objects = (await filesIn(folder)).filter((file) => file.startsWith('object/'));
    // Without indexes and manifest nothing else could be checked.
    const shardsOf = await Promise.all(
      objects.map(async (file) => {
        const text = gunzipSync(await readFile(path.join(folder, file))).toString();
        return text.includes('almanac-shard/1') ? [file] : [];
      }),
    );
    const [altered = '', cut = '', missing = ''] = shardsOf.flat();
    const bytes = await readFile(path.join(folder, altered));
    await writeFile(path.join(folder, altered), bytes.toReversed());
    await truncate(path.join(folder, cut), 10);
    await rm(path.join(folder, missing));

    const found = await run('db', 'verify');
    const mended = await run('db', 'pull', '--json');
    const after = await run('db', 'verify');

    expect(found.code).toBe(3);
    expect(found.out).toContain(`(${altered}) (object_altered)`);
    expect(found.out).toContain(`(${cut}) (object_truncated)`);
    expect(found.out).toContain(`(${missing}) (object_missing)`);
    expect(JSON.parse(mended.out)).toMatchObject({ downloaded: { files: 1 + 3 } });
    expect(after.code).toBe(0);
  });

  it('in the state itself is refused, and nothing is trusted anew', async () => {
    const { run, folder } = machine('state');
    await run('db', 'pull', '--from', first, '--all');
    await writeFile(path.join(folder, 'state', '000000000001.json'), '{"format":"almanac-db/1"');

    expect(await run('db', 'pull', '--from', first)).toMatchObject({
      code: 3,
      err: expect.stringContaining('(state_malformed)'),
    });
    expect(await machine('none').run('db', 'status')).toMatchObject({
      code: 3,
      err: expect.stringContaining('(snapshot_missing)'),
    });
  });
});
