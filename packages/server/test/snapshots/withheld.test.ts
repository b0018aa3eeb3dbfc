import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { openSnapshot } from '@almanac/core/snapshots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { EvidenceIndex } from '../../src/ingest/mirrors/format.ts';
import { readEvidenceIndex } from '../../src/ingest/mirrors/publish-evidence.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { readObject } from '../../src/ingest/snapshots/objects.ts';
import { type Published, publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { findLicences, licencesOfDocuments, mayPassOnRecord } from '../../src/sources/licences.ts';
import { OSV_DATABASES } from '../../src/sources/osv-licences.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { fillCollectionWorld } from '../support/worlds/collection-world.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const WITHHELD = 'A sentence that nobody may pass on';
const PASSED_ON = 'A sentence that everybody may pass on';
const signal = AbortSignal.timeout(60_000);
const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;

const RECORDS = byId(
  osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'shared', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-4001'],
    summary: PASSED_ON,
    severity: [],
  }),
  // Of the same vulnerability, of one of its own, and of a database that did not exist when the list was written.
  osvSays('CGA-aaaa-bbbb-cccc', [{ ecosystem: 'Wolfi', name: 'shared', fixed: '2.0.0-r1' }], {
    aliases: ['CVE-2026-4001'],
    summary: WITHHELD,
    details: WITHHELD,
  }),
  osvSays('CGA-dddd-eeee-ffff', [{ ecosystem: 'npm', name: 'shared', fixed: '3.0.0' }], {
    aliases: ['CVE-2026-4002'],
    summary: WITHHELD,
  }),
  osvSays('NEWCOMER-2026-1', [{ ecosystem: 'PyPI', name: 'alone', fixed: '2.0' }], {
    aliases: ['CVE-2026-4003'],
    summary: WITHHELD,
  }),
  osvSays('NEWCOMER-2026-2', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '2.0' }], { summary: WITHHELD }),
);

let given: PackageApp;
let folder: string;
let published: Published;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
  given = await openPackageApp(ROUTES, async (store, db) => {
    await fillCollectionWorld(db);
    await store.put('osv', RECORDS, SEEN);
    for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'kev', 'epss'] as const) await wasRead(db, source);
  });
  const target = openFolderTarget(folder);
  const deps = { db: given.db, target, signer, now: () => NOW, hours: 48, evidenceHours: 1 };
  published = await publishSnapshot(deps, signal);
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function publishedTexts(): Promise<string[]> {
  const texts: string[] = [];
  for (const part of await readdir(path.join(folder, 'object'))) {
    for (const file of await readdir(path.join(folder, 'object', part))) {
      texts.push(gunzipSync(await readFile(path.join(folder, 'object', part, file))).toString());
    }
  }
  return texts;
}

describe('records of a database that nobody has decided about', () => {
  it('are in no published file, nor is a word of them', async () => {
    const texts = await publishedTexts();

    expect(published.evidence).not.toHaveProperty('failed');
    expect(texts.filter((text) => text.includes(WITHHELD))).toEqual([]);
    expect(texts.filter((text) => text.includes(PASSED_ON)).length).toBeGreaterThanOrEqual(2);
  });

  it('are left out of what is composed from packs: every partition is the same as from rows', async () => {
    expect(await fillPacks(given.db, signal)).toMatchObject({ isDone: true });
    const rowsOfPacks = await given.db
      .selectFrom('package_pack')
      .select('name')
      .where('pack', 'is not', null)
      .execute();
    const target = openFolderTarget(path.join(folder, 'of-packs'));
    const again = await publishSnapshot({ db: given.db, target, signer, now: () => NOW, hours: 48 }, signal);

    expect(rowsOfPacks.map(({ name }) => name)).toEqual(expect.arrayContaining(['shared', 'alone']));
    expect(again.manifest.partitions.length).toBeGreaterThan(4);
    const names = new Set(again.manifest.partitions.map(({ name }) => name));
    expect(again.manifest.partitions).toEqual(published.manifest.partitions.filter(({ name }) => names.has(name)));
  });

  it('leave packages unknown, which would be clean without them', async () => {
    const snapshot = await openSnapshot(folderReader(folder), { key: signer.verifierKey, verified: null }, NOW);
    const ask = (ecosystem: string, name: string, version: string) =>
      snapshot.judge({ ecosystem, package: name, version });

    expect(await ask('npm', 'shared', '1.0.0')).toMatchObject({
      verdict: 'affected',
      matches: [{ id: 'CVE-2026-4001', severity: null, title: PASSED_ON }],
    });
    expect(await ask('npm', 'shared', '4.0.0')).toMatchObject({ verdict: 'unknown' });
    expect(await ask('PyPI', 'alone', '1.0')).toMatchObject({ verdict: 'unknown' });
    expect(await ask('npm', 'nobody', '1.0.0')).toMatchObject({ verdict: 'none_known' });
  });

  it('have mirrors read the source at its upstream once more', async () => {
    const target = openFolderTarget(folder);
    if (published.manifest.evidence === null) throw new Error('no evidence is published');
    const index = EvidenceIndex.parse(await readEvidenceIndex(target, published.manifest.evidence));
    const osv = index.sources.find(({ source }) => source === 'osv');
    const [hash = '', bytes = 0] = osv?.state ?? [];
    const state = JSON.parse(await readObject(target, { sha256: hash, bytes })) as { runs: { channel: string }[] };

    const passedOn = Object.keys(RECORDS).filter((id) => mayPassOnRecord('osv', id));
    expect(passedOn).toEqual(['GHSA-aaaa-aaaa-aaaa']);
    expect(state.runs.filter(({ channel }) => channel === 'bulk')).toEqual([]);
  });

  it('are not served by their hash', async () => {
    const hashes = await given.db
      .selectFrom('version')
      .innerJoin('record', 'record.id', 'version.record_id')
      .innerJoin('blob', 'blob.id', 'version.blob_id')
      .select(['record.key', 'blob.raw_sha256'])
      .where('record.key', 'in', Object.keys(RECORDS))
      .execute();
    const statuses = new Map<string, number>();
    for (const { key, raw_sha256: hash } of hashes) {
      const { status } = await given.app.get(`/api/v1/evidence/${Buffer.from(hash).toString('hex')}`);
      statuses.set(key, status);
    }

    expect(statuses).toEqual(new Map(Object.keys(RECORDS).map((key) => [key, key.startsWith('GHSA') ? 200 : 404])));
  });
});

describe('the list of databases', () => {
  it('says where each licence was read, and names each prefix once', () => {
    const prefixes = OSV_DATABASES.flatMap((one) => one.prefixes);

    expect(new Set(prefixes).size).toBe(prefixes.length);
    for (const { licence, readAt } of OSV_DATABASES) {
      expect(licence).not.toBe('');
      expect(URL.canParse(readAt), readAt).toBe(true);
    }
  });

  it.each(['CGA-aaaa-bbbb-cccc', 'MINI-aaaa-bbbb-cccc', 'ECHO-aaaa-bbbb-cccc', 'ROOT-OS-1', 'NEWCOMER-1', 'nothing'])(
    'does not pass on %s',
    (id) => expect(mayPassOnRecord('osv', id)).toBe(false),
  );

  it('names the licences of a partition, share-alike alone', () => {
    expect(findLicences('Ubuntu', ['osv'])).toEqual(['CC-BY-SA-4.0']);
    expect(findLicences('Alpine', ['osv'])).toEqual(['CC-BY-SA-4.0']);
    expect(findLicences('AlmaLinux', ['osv'])).toContain('MIT');
    expect(findLicences('npm', ['osv'])).not.toContain('CC-BY-SA-4.0');
    expect(licencesOfDocuments('osv')).toContain('CC-BY-SA-4.0');
  });
});
