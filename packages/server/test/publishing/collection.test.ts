import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OsvDetails } from '@almanac/contract';
import { readDecisions } from '@almanac/core/decisions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { csafFaults } from '../../../core/test/csaf-standard.ts';
import { openSourceStates } from '../../src/app/sources/source-states.ts';
import { openBoards } from '../../src/app/tracker/board.ts';
import { publishCollection } from '../../src/ingest/publishing/publish-collection.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { readTar } from '../../src/platform/tar.ts';
import { openDocuments } from '../../src/queries/documents.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { NOW } from '../support/worlds/package-world.ts';

/** An answer, of which a test reads what it expects. */
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** One CVE of the tracker in so many; all of them by `CORPUS_SHARE=1`. */
const share = Number(process.env['CORPUS_SHARE'] ?? 4);
/** Few affect a version that a channel carries: these are always taken. */
const AFFECTED = ['CVE-2024-47850'];
const isTaken = ({ id }: { readonly id: string }, place: number) => place % share === 0 || AFFECTED.includes(id);

const PUBLISHER = {
  site: 'https://almanac.example',
  api: 'https://almanac.example/api/v1',
  files: 'https://files.example',
  toolVersion: 'test',
};
const LATER = new Date(NOW.getTime() + 3_600_000);
const signal = AbortSignal.timeout(120_000);

describe.skipIf(!hasCorpus)('what the collection publishes of real records', () => {
  let world: CorpusWorld;
  let databases: AlmanacDatabases;
  let folder: string;

  beforeAll(async () => {
    world = await openCorpusWorld({ cves: REVIEW_CVES });
    databases = openTestDatabases(world.database.url, { role: 'almanac_worker', max: 4 });
    folder = await mkdtemp(path.join(tmpdir(), 'almanac-collection-'));
    await publish(NOW);
  });
  afterAll(async () => {
    await databases?.close();
    await world?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** As the worker does, with the clock of the world. */
  function publish(now: Date, from = databases) {
    const documents = openDocuments();
    const clock = () => NOW.getTime();
    const sourceStates = openSourceStates(from, clock);
    const boards = openBoards({ databases: from, documents, sourceStates, now: clock });
    const deps = {
      databases: from,
      documents,
      sourceStates,
      boards: {
        read: async () => {
          const board = await boards.read();
          return { ...board, cves: board.cves.filter(isTaken) };
        },
      },
      signal,
      target: openFolderTarget(folder),
      publisher: PUBLISHER,
    };
    return publishCollection(deps, now, signal);
  }

  const text = (name: string) => readFile(path.join(folder, name), 'utf8');
  const json = async (name: string): Promise<Json> => JSON.parse(await text(name));
  const osvIds = async (): Promise<string[]> => (await json('collection/osv/index.json')).map(({ id }: Json) => id);

  async function archive(): Promise<ReadonlyMap<string, Json>> {
    const bytes = await readFile(path.join(folder, 'collection/vex.tar.gz'));
    const entries = readTar(Readable.from([bytes]).pipe(createGunzip()), 1 << 24);
    return new Map(
      await Array.fromAsync(entries, ({ name, bytes: own }): [string, Json] => [name, JSON.parse(own.toString())]),
    );
  }

  /** What the API says of the same CVE, package and channel. */
  async function answered(cve: string): Promise<ReadonlyMap<string, Json>> {
    const { body } = await world.get(`/api/v1/graph/cve/${cve}/affected`);
    return new Map(body['data'].collection.map((one: Json) => [`${one.channel} ${one.attribute}`, one]));
  }

  it('stays as it is where the tracker was never read', async () => {
    await using empty = await createTestDatabase();
    const others = openTestDatabases(empty.url);
    const before = await osvIds();

    await expect(publish(LATER, others)).rejects.toThrow('before nixpkgs and packages were read');

    await others.close();
    expect(before.length).toBeGreaterThan(0);
    expect(await osvIds()).toEqual(before);
  });

  it('is an OSV record for each CVE of the tracker, valid by the contract', async () => {
    const { body } = await world.get('/api/v1/tracker/cves?limit=500');

    const ids = await osvIds();

    expect(ids).toEqual(
      body['data'].cves
        .filter(isTaken)
        .map(({ id }: Json) => `ALMANAC-${id}`)
        .toSorted(),
    );
    for (const id of ids) {
      const record = await json(`collection/osv/${id}.json`);
      expect(OsvDetails.safeParse({ ...record, severity: [] }).error).toBeUndefined();
      expect(record.upstream).toEqual([id.slice('ALMANAC-'.length)]);
      expect(record.references.some(({ type }: Json) => type === 'REPORT')).toBe(true);
    }
  });

  it('says in every statement what the API says, and leaves none out', async () => {
    let compared = 0;
    for (const id of await osvIds()) {
      const { upstream, affected, database_specific: own } = await json(`collection/osv/${id}.json`);
      const api = await answered(upstream[0]);

      expect(own.statements.length).toBe(api.size);
      for (const { attribute, channel, ...said } of own.statements) {
        expect(api.get(`${channel} ${attribute}`)).toMatchObject(said);
        compared += 1;
      }
      const listed = affected.map((one: Json) => [one.package.ecosystem, one.package.name, one.versions]);
      const expected = [...api.values()].filter(({ verdict }) => verdict === 'affected');
      expect(listed).toEqual(expected.map((one) => [`Nixpkgs:${one.channel}`, one.attribute, [one.version]]));
    }
    expect(compared).toBeGreaterThan(20);
  });

  it('is a VEX repository that our own reader takes, with the verdicts of the API', async () => {
    const files = await archive();
    const { packages } = files.get('index.json');
    const documents = packages.map(({ location }: Json) => ({ name: location, content: files.get(location) }));

    const readings = documents.map((document: Json) => readDecisions([document]));
    const decisions = readings.flatMap(({ decisions: own }: Json) => own ?? []);

    expect(readings.filter(({ problem, notes }: Json) => problem !== null || notes.length > 0)).toEqual([]);
    const read = new Set(
      decisions.map((one: Json) => `${one.vulnerability} ${one.package}@${one.versions[0]} ${one.status}`),
    );
    const expected = new Set<string>();
    const statuses = new Map<string, string>();
    for (const id of await osvIds()) {
      const cve = id.slice('ALMANAC-'.length);
      for (const { attribute, version, verdict } of (await answered(cve)).values()) {
        const purl = `pkg:nix/${attribute}@${version}`;
        if (version !== null) statuses.set(`${cve} ${purl}`, verdict === 'unknown' ? 'under_investigation' : verdict);
        if (version !== null && verdict === 'not_affected') expected.add(`${cve} ${purl} not_affected`);
      }
    }
    expect(expected.size).toBeGreaterThan(0);
    expect(read).toEqual(expected);
    const written = documents.flatMap(({ content }: Json) =>
      content.statements.map((one: Json) => [`${one.vulnerability.name} ${one.products[0]['@id']}`, one.status]),
    );
    expect(new Map(written)).toEqual(statuses);
    expect(new Set(statuses.values())).toEqual(new Set(['affected', 'not_affected', 'under_investigation']));
  });

  it('links every statement to its evidence, and has neither words nor ids of the tracker', async () => {
    const { body } = await world.get('/api/v1/issues?status=all');
    const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(?:json|txt|csv)$/.test(name));
    const all = [...(await Promise.all(names.map(text))), JSON.stringify([...(await archive()).values()])].join('\n');

    for (const { content } of [...(await archive())].map(([name, content]) => ({ name, content }))) {
      for (const one of content.statements ?? []) expect(one.status_notes).toContain('https://almanac.example/CVE-');
    }
    const titles = body['data'].issues.map(({ title }: Json) => title).filter((title: string) => title.length > 20);
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.filter((title: string) => all.includes(title))).toEqual([]);
    expect(all).not.toContain('NIXPKGS-');
  });

  it('is found by the well-known addresses, as Trivy and readers of CSAF look for it', async () => {
    const manifest = await json('.well-known/vex-repository.json');
    const provider = await json('.well-known/csaf/provider-metadata.json');
    const listed = (await text('collection/csaf/index.txt')).trim().split('\n');

    const location = manifest.versions[manifest.latest_version].locations[0].url;
    expect(location).toBe('https://files.example/collection/vex.tar.gz');
    expect(provider).toMatchObject({
      canonical_url: 'https://files.example/.well-known/csaf/provider-metadata.json',
      distributions: [{ directory_url: 'https://files.example/collection/csaf' }],
      metadata_version: '2.0',
      role: 'csaf_publisher',
    });
    const documents = await Promise.all(
      listed.map(async (name) => ({ name, content: await json(`collection/csaf/${name}`) })),
    );
    const decisions = documents.flatMap((document) => readDecisions([document]).decisions ?? []);
    expect(decisions.every(({ status }: Json) => status === 'not_affected')).toBe(true);
    expect(decisions.length).toBeGreaterThan(0);
    for (const { name, content } of documents) expect([name, await csafFaults(content)]).toEqual([name, []]);
  });

  it('has the same bytes while nothing changes, and withdraws what the tracker no longer has', async () => {
    const before = await archive();
    const again = await publish(LATER);
    const same = await archive();
    await databases.primary.updateTable('issue').set({ tracked: false }).where('tracked', '=', true).execute();
    const gone = await publish(LATER);

    expect(again).toMatchObject({ changed: 0, withdrawn: 0 });
    expect(same).toEqual(before);
    expect(gone).toMatchObject({ advisories: 0, packages: 0, csaf: 0, withdrawn: again.advisories });
    const [first = ''] = await osvIds();
    expect(await json(`collection/osv/${first}.json`)).toMatchObject({ withdrawn: LATER.toISOString() });
    expect(await publish(LATER)).toMatchObject({ changed: 0 });
  });
});
