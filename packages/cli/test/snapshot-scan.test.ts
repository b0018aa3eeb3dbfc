import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../server/src/http/routes/index.ts';
import { openFolderTarget } from '../../server/src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../server/src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../server/src/ingest/snapshots/signer.ts';
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
import { almanac } from './support/command-line.ts';
import { SOURCES } from './support/offline-equals.ts';
import { openPublisher, type Publisher, serveFolder } from './support/publisher.ts';

const HOUR = 3_600_000;

let given: PackageApp;
let publisher: Publisher;

beforeAll(async () => {
  given = await openPackageApp([], async (store, db) => {
    const left = [{ ecosystem: 'PyPI', name: 'left', fixed: '2.0' }];
    await store.put('osv', byId(osvSays('PYSEC-2026-1', left, { aliases: ['CVE-2026-1001'] })), SEEN);
    for (const source of SOURCES) await wasRead(db, source);
    await keepChoice(
      db,
      SOURCES.map((id) => ({ id })),
    );
  });
  publisher = await openPublisher(given.db);
  await publisher.publish();
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await publisher[Symbol.asyncDispose]();
});

/** A machine on which nothing was set up: an empty home, and a project in Python. */
async function machine(name: string, files: Readonly<Record<string, string>> = {}) {
  const folder = path.join(publisher.base, name);
  await mkdir(folder);
  for (const [file, text] of Object.entries({ 'requirements.txt': 'left==1.0\nright==1.0\n', ...files })) {
    await writeFile(path.join(folder, file), text);
  }
  const XDG_CACHE_HOME = path.join(folder, 'cache');
  return (args: readonly string[], environment: Readonly<Record<string, string>> = {}, now = NOW.getTime()) =>
    almanac(args, { environment: { XDG_CACHE_HOME, ...environment }, folder, now: () => now });
}

describe('a scan without a server', () => {
  it('needs nothing but an address, says whom it trusts and what it downloads, and then only looks for news', async () => {
    await using server = await serveFolder(publisher.folder);
    const run = await machine('first');

    const first = await run(['scan', '.', '--snapshot', server.url]);
    const requests = server.asked.splice(0).length;
    const second = await run(['scan', '.']);

    expect(first).toMatchObject({ code: 1, out: expect.stringContaining('CVE-2026-1001') });
    expect(first.err).toContain(`first use of almanac.example/log: this machine now trusts the key ${publisher.key}`);
    expect(first.err).toMatch(/^Snapshot 1 of almanac\.example\/log, published 0 s ago, from http:\/\/127\.0\.0\.1/m);
    expect(first.err).toMatch(new RegExp(`^Downloaded [\\d,]+ bytes in ${requests} requests\\.$`, 'm'));
    expect(second).toMatchObject({ code: 1, out: first.out });
    expect(second.err).not.toMatch(/trusts|Downloaded/);
    expect(server.asked).toEqual(['/checkpoint']);
  });

  it.each([
    ['the environment', {}, (url: string) => ({ ALMANAC_SNAPSHOT: url })],
    ['almanac.toml', { 'almanac.toml': 'version = 1\n[snapshot]\nurl = "URL"\n' }, () => ({})],
  ])('is set up for an organisation by %s', async (name, files: Readonly<Record<string, string>>, environment) => {
    await using server = await serveFolder(publisher.folder);
    const texts = Object.entries(files).map(([file, text]) => [file, text.replace('URL', server.url)]);
    const run = await machine(name, Object.fromEntries(texts));

    const scanned = await run(['scan', '.'], environment(server.url));
    const asked = server.asked.length;
    const offline = await run(['scan', '.', '--offline'], environment(server.url));

    expect(scanned).toMatchObject({ code: 1, out: expect.stringContaining('CVE-2026-1001') });
    expect(offline).toMatchObject({ code: 1, out: scanned.out });
    expect(server.asked).toHaveLength(asked);
  });

  it('does not let a project decide whom the machine trusts', async () => {
    await using server = await serveFolder(publisher.folder);
    const run = await machine('project', { 'almanac.toml': `version = 1\n[snapshot]\nurl = "${server.url}"\n` });

    await run(['scan', '.']);
    const elsewhere = await almanac(['db', 'status'], {
      environment: { XDG_CACHE_HOME: path.join(publisher.base, 'project', 'cache') },
      folder: publisher.base,
    });

    expect(elsewhere).toMatchObject({ code: 3, err: expect.stringContaining('(snapshot_missing)') });
  });

  it('ends with 3 where nobody answers and nothing is held, and uses what is held until it expires', async () => {
    const run = await machine('away');
    const nothing = await run(['scan', '.', '--snapshot', 'http://127.0.0.1:9/snapshot']);
    const url = await (async () => {
      await using server = await serveFolder(publisher.folder);
      await run(['scan', '.', '--snapshot', server.url]);
      return server.url;
    })();

    const held = await run(['scan', '.']);
    const late = await run(['scan', '.'], {}, NOW.getTime() + 49 * HOUR);

    expect(nothing).toMatchObject({ code: 3, err: expect.stringContaining('(snapshot_unreachable)') });
    expect(held).toMatchObject({ code: 1, err: expect.stringContaining('using the snapshot of') });
    expect(held.err).toContain(url);
    expect(late).toMatchObject({ code: 3, err: expect.stringContaining('(snapshot_expired)') });
  });

  it('refuses a publisher that signs with another key than the pinned one', async () => {
    const other = (openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner).verifierKey;
    const run = await machine('pinned');

    const refused = await run(['scan', '.', '--snapshot', publisher.folder, '--key', other]);
    const taken = await run(['scan', '.', '--snapshot', publisher.folder, '--key', publisher.key]);
    const changed = await run(['scan', '.', '--snapshot', publisher.folder, '--key', other]);

    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('(signature_missing)') });
    expect(taken.code).toBe(1);
    expect(changed).toMatchObject({ code: 3, err: expect.stringContaining('(key_changed)') });
  });

  it('follows a publisher that replaces its key, and says so once', async () => {
    const [before, after] = [newSignerKey('almanac.example/log'), newSignerKey('almanac.example/log')];
    const folder = path.join(publisher.base, 'rotated');
    const publish = async (key: string, previous?: string) => {
      const signer = openSigner(key, previous) as SnapshotSigner;
      const deps = { db: given.db, target: openFolderTarget(folder), signer, now: () => NOW, hours: 48 };
      await publishSnapshot(deps, AbortSignal.timeout(60_000));
      return signer.verifierKey;
    };
    const run = await machine('rotation');
    const earlier = await publish(before);
    await run(['scan', '.', '--snapshot', folder]);
    const later = await publish(after, before);

    const followed = await run(['scan', '.']);
    const again = await run(['scan', '.']);
    const pinned = await run(['scan', '.', '--key', earlier]);
    await publish(after);
    const alone = await run(['scan', '.', '--key', earlier]);

    expect(followed).toMatchObject({ code: 1, err: expect.stringContaining(`this machine now trusts ${later}`) });
    expect([again.code, again.err.includes('trusts')]).toEqual([1, false]);
    expect([pinned.code, alone.code]).toEqual([1, 1]);
  });

  it('finds snapshots by the address of an API alone', async () => {
    await using files = await serveFolder(publisher.folder);
    await using api = await openPackageApp(ROUTES, async () => {}, {
      now: () => NOW.getTime(),
      snapshot: { url: files.url, verifierKey: publisher.key },
    });
    await using none = await openPackageApp(ROUTES, async () => {}, { now: () => NOW.getTime() });
    const run = await machine('announced');

    const missing = await run(['db', 'pull', '--for', '.'], { ALMANAC_API: `${none.app.url}/api/v1` });
    const pulled = await run(['db', 'pull', '--for', '.'], { ALMANAC_API: `${api.app.url}/api/v1` });
    const scanned = await run(['scan', '.', '--offline']);

    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('publishes no snapshots') });
    expect(pulled).toMatchObject({ code: 0, err: expect.stringContaining('first use of almanac.example/log') });
    expect(scanned).toMatchObject({ code: 1, out: expect.stringContaining('CVE-2026-1001') });
  });

  it('refuses a log that is shorter than the one it has seen', async () => {
    const older = await publisher.copy('older');
    const newer = path.join(publisher.base, 'newer');
    await cp(older, newer, { recursive: true });
    await publisher.publish(NOW, newer);
    const run = await machine('rolled-back');
    await run(['scan', '.', '--snapshot', newer]);

    const ended = await run(['scan', '.', '--snapshot', older]);

    expect(ended).toMatchObject({ code: 3, out: '', err: expect.stringContaining('(log_rolled_back)') });
  });
});
