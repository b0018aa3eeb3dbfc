import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const URL = 'https://almanac.example/snapshot';
const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;

let folder: string;
let given: PackageApp;
let object: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  given = await openPackageApp(
    ROUTES,
    async (store, db) => {
      await store.put(
        'osv',
        byId(osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }])),
        SEEN,
      );
      await wasRead(db, 'osv');
      const deps = { db, target: openFolderTarget(folder), signer, now: () => NOW, hours: 48 };
      const { manifest } = await publishSnapshot(deps, AbortSignal.timeout(60_000));
      const { sha256 } = manifest.partitions[0]!.index;
      object = `object/${sha256.slice(0, 2)}/${sha256}`;
      await writeFile(path.join(folder, 'object', 'x.draft'), 'half');
    },
    { pages: PAGES, now: () => NOW.getTime(), snapshot: { url: URL, verifierKey: signer.verifierKey, folder } },
  );
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const get = (name: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${given.app.url}/snapshot/${name}`, { headers, method });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

describe('the snapshot folder of the API', () => {
  it('is served as it is, an object to be kept for good and the checkpoint for a minute', async () => {
    const [checkpoint, whole] = [await get('checkpoint'), await get(object)];

    expect(await bytesOf(checkpoint)).toEqual(await readFile(path.join(folder, 'checkpoint')));
    expect(checkpoint.headers.get('cache-control')).toMatch(/max-age=60\b/);
    expect(await bytesOf(whole)).toEqual(await readFile(path.join(folder, object)));
    expect(whole.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(whole.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=4-', 4, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=2-999999999', 2, undefined],
  ])('answers the range %s', async (range, start, end) => {
    const all = await readFile(path.join(folder, object));

    const part = await get(object, { range });

    expect(part.status).toBe(206);
    expect(await bytesOf(part)).toEqual(all.subarray(start, end));
    expect(part.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${all.length}$`));
  });

  it('answers with the whole file where it does not understand a range, and refuses one behind its end', async () => {
    const all = await readFile(path.join(folder, object));

    expect(await bytesOf(await get(object, { range: 'bytes=0-1,3-4' }))).toEqual(all);
    expect(await bytesOf(await get(object, { range: 'bytes=0-1', 'if-range': '"another"' }))).toEqual(all);
    expect((await get(object, { range: 'bytes=999999999-' })).status).toBe(416);
  });

  it('answers HEAD and a condition without a body', async () => {
    const head = await get(object, {}, 'HEAD');
    const etag = head.headers.get('etag') ?? '';
    const known = await get(object, { 'if-none-match': etag });

    expect([head.status, (await bytesOf(head)).length]).toEqual([200, 0]);
    expect(Number(head.headers.get('content-length'))).toBe((await readFile(path.join(folder, object))).length);
    expect([known.status, (await bytesOf(known)).length]).toEqual([304, 0]);
  });

  it.each(['..%2fpackage.json', '%2e%2e/x', 'object', 'object/x.draft', '.hidden', 'nothing', 'object//x', ''])(
    'has nothing at %j',
    async (name) => {
      const response = await get(name);

      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'ROUTE_UNKNOWN' });
    },
  );

  it('is announced with its key and age', async () => {
    const notice = {
      url: URL,
      verifierKey: signer.verifierKey,
      published: NOW.toISOString(),
      expires: new Date(NOW.getTime() + 48 * 3_600_000).toISOString(),
    };

    const version = await given.app.get('/api/v1/version');
    const known = await fetch(`${given.app.url}/.well-known/almanac.json`);

    expect(version.body['data'].snapshot).toEqual(notice);
    expect(await known.json()).toMatchObject({ api: expect.stringMatching(/\/api\/v1$/), snapshot: notice });
  });
});
