import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
import { NOBODY } from './support/offline-equals.ts';
import { openPublisher, type Publisher } from './support/publisher.ts';

const RECORD = osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'left', fixed: '2.0' }], {
  aliases: ['CVE-2026-1001'],
});
const HASH = createHash('sha256').update(JSON.stringify(RECORD)).digest('hex');
let given: PackageApp;
let publisher: Publisher;

beforeAll(async () => {
  given = await openPackageApp([], async (store, db) => {
    await store.put('osv', byId(RECORD), SEEN);
    for (const source of ['osv', 'kev', 'epss'] as const) await wasRead(db, source);
  });
  publisher = await openPublisher(given.db, 24);
  await publisher.publish();
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await publisher[Symbol.asyncDispose]();
});

async function machine(name: string, ...wanted: readonly string[]) {
  const folder = path.join(publisher.base, name);
  await mkdir(folder);
  await writeFile(path.join(folder, 'requirements.txt'), 'left==1.0\n');
  const environment = {
    XDG_CACHE_HOME: path.join(folder, 'cache'),
    ALMANAC_SNAPSHOT_KEY: publisher.key,
    ALMANAC_API: NOBODY,
  };
  const run = (...args: readonly string[]): Promise<Ended> =>
    almanac(args, { environment, folder, now: () => NOW.getTime() });
  const pulled = await run('db', 'pull', '--from', publisher.folder, ...wanted);
  expect(pulled.code, pulled.err).toBe(0);
  return run;
}

interface Shown {
  readonly records: readonly { readonly document: string | null; readonly lacking: object | null }[];
}

describe('db show', () => {
  it.each(['PYSEC-2026-1', 'CVE-2026-1001', HASH])(
    'prints the document that %s leads to, byte for byte',
    async (id) => {
      const run = await machine(`by ${id}`, '--for', 'requirements.txt', '--records');

      const shown = await run('db', 'show', id, '--json');
      const printed = await run('db', 'show', id);

      expect(shown.code, shown.err).toBe(0);
      expect((JSON.parse(shown.out) as Shown).records).toMatchObject([
        { source: 'osv', sha256: HASH, document: JSON.stringify(RECORD) },
      ]);
      expect(printed.out).toContain(`sha256:${HASH}\n${JSON.stringify(RECORD)}\n`);
    },
  );

  it('has no documents that were not wanted, and says so', async () => {
    const run = await machine('without', '--for', 'requirements.txt');

    const { code, out } = await run('db', 'show', 'PYSEC-2026-1');
    const nobody = await run('db', 'show', 'CVE-1999-0001');

    expect(code).toBe(3);
    expect(out).toContain('its document is not held');
    expect([nobody.code, nobody.out]).toEqual([3, '']);
  });

  it('has every document after --all --records, and none after --all; db verify hashes them', async () => {
    const some = await machine('all', '--all');
    const every = await machine('all with records', '--all', '--records');
    const objects = async (run: typeof some) =>
      (JSON.parse((await run('db', 'verify', '--json')).out) as { objects: number }).objects;

    expect((await some('db', 'show', 'PYSEC-2026-1')).code).toBe(3);
    expect((await every('db', 'show', 'PYSEC-2026-1')).code).toBe(0);
    // An index and a shard of the documents of OSV, and the segment.
    expect(await objects(every)).toBe((await objects(some)) + 3);
  });

  it('keeps documents over the next pull', async () => {
    const run = await machine('kept', '--for', 'requirements.txt', '--records');

    await publisher.publish(new Date(NOW.getTime() + 1));
    const pulled = await run('db', 'pull');

    expect(pulled.code, pulled.err).toBe(0);
    expect((await run('db', 'show', HASH)).code).toBe(0);
  });

  it('refuses a segment that was damaged, and the next pull mends it', async () => {
    const run = await machine('damaged', '--for', 'requirements.txt', '--records');
    const db = path.join(publisher.base, 'damaged', 'cache', 'almanac', 'db');
    const [state = ''] = await readdir(path.join(db, 'state'));
    const { segments } = JSON.parse(await readFile(path.join(db, 'state', state), 'utf8')) as { segments: [string][] };
    const hash = segments[0]?.[0] ?? '';
    await writeFile(path.join(db, 'object', hash.slice(0, 2), hash), 'x');

    const refused = await run('db', 'show', HASH);
    const verified = await run('db', 'verify');
    await run('db', 'pull');

    expect([refused.code, verified.code]).toEqual([3, 3]);
    expect(refused.err).toContain('object_truncated');
    expect((await run('db', 'show', HASH)).code).toBe(0);
  });

  it('takes one id', async () => {
    const run = await machine('usage', '--all');

    expect((await run('db', 'show')).code).toBe(2);
    expect((await run('db', 'show', 'a', 'b')).code).toBe(2);
  });
});
