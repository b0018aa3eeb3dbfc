import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { corpusRecords, hasCorpus } from '../../../../test/corpus.ts';
import type { ExactQuestion } from '../../src/app/packages/judge-packs.ts';
import { graphVulns } from '../../src/http/routes/graph/vulns.ts';
import { purls as purlsRoute } from '../../src/http/routes/packages/purls.ts';
import { sbom as sbomRoute } from '../../src/http/routes/sbom/sbom.ts';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { affectedProjection } from '../../src/store/projections/affected.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { grantedKey } from '../support/access.ts';
import type { OsvEntry } from '../support/corpus/affected-purls.ts';
import { askNpm, churnPacks, judgeBuilt, judgeKept, told } from '../support/worlds/pack-churn.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { putRecords } from '../support/worlds/projection-store.ts';

const signal = AbortSignal.timeout(600_000);
const says = (id: string, name: string, fixed: string, more: object = {}) =>
  byId(osvSays(id, [{ ecosystem: 'npm', name, introduced: '1.0.0', fixed }], more));

describe('packs of what has changed', () => {
  let given: PackageApp;
  let minutes = 0;
  const later = () => new Date(SEEN.getTime() + (minutes += 1) * 60_000);
  const put = (source: Parameters<PackageApp['store']['put']>[0], records: Readonly<Record<string, unknown>>) =>
    given.store.put(source, records, later());
  /** The ids that match by the pack that is kept. */
  const idsByPack = async (name: string) => {
    const [found] = await judgeKept(given.db, [askNpm(name)]);
    return found === undefined
      ? 'outdated'
      : [...found.result.matches, ...found.result.otherMatches].map(({ id }) => id);
  };

  beforeAll(async () => {
    given = await openPackageApp([], async (store) => {
      await store.put('osv', { ...says('GHSA-1', 'left', '2.0.0'), ...says('GHSA-2', 'right', '2.0.0') }, SEEN);
    });
  }, 60_000);
  afterAll(() => given[Symbol.asyncDispose]());
  beforeEach(() => fillPacks(given.db, signal));

  it('are used once all were made, also of names that nobody knows', async () => {
    expect(await idsByPack('left')).toEqual(['GHSA-1']);
    expect(await idsByPack('nobody')).toEqual([]);
  });

  it('are outdated until they are made again: a record of the package', async () => {
    await put('osv', says('GHSA-3', 'left', '3.0.0'));

    expect(await idsByPack('left')).toBe('outdated');
    expect(await idsByPack('right')).toEqual(['GHSA-2']);
    await fillPacks(given.db, signal);
    expect(await idsByPack('left')).toEqual(['GHSA-1', 'GHSA-3']);
  });

  it('are outdated until they are made again: the first record of a name', async () => {
    await put('osv', says('GHSA-4', 'new', '2.0.0'));

    expect(await idsByPack('new')).toBe('outdated');
    await fillPacks(given.db, signal);
    expect(await idsByPack('new')).toEqual(['GHSA-4']);
  });

  it('are outdated until they are made again: a record that no longer names the package, and one that is gone', async () => {
    await put('osv', says('GHSA-5', 'moved', '2.0.0'));
    await fillPacks(given.db, signal);
    await put('osv', says('GHSA-5', 'elsewhere', '2.0.0'));
    expect([await idsByPack('moved'), await idsByPack('elsewhere')]).toEqual(['outdated', 'outdated']);
    await fillPacks(given.db, signal);
    expect([await idsByPack('moved'), await idsByPack('elsewhere')]).toEqual([[], ['GHSA-5']]);

    await put('osv', { 'GHSA-5': null });

    expect(await idsByPack('elsewhere')).toBe('outdated');
    await fillPacks(given.db, signal);
    expect(await idsByPack('elsewhere')).toEqual([]);
  });

  it('are outdated until they are made again: another record joins two ids', async () => {
    const joining = byId(
      osvSays('GHSA-9', [{ ecosystem: 'npm', name: 'other' }], { aliases: ['GHSA-2', 'CVE-2026-7'] }),
    );

    await put('osv', joining);

    expect(await idsByPack('right')).toBe('outdated');
    await fillPacks(given.db, signal);
    expect(await idsByPack('right')).toEqual(['CVE-2026-7']);
  });

  it('are outdated until they are made again: a CVE of theirs is rejected', async () => {
    await put('osv', byId(osvSays('GHSA-6', [{ ecosystem: 'npm', name: 'third' }], { aliases: ['CVE-2026-8'] })));
    await fillPacks(given.db, signal);
    const rejected = { cveMetadata: { cveId: 'CVE-2026-8', state: 'REJECTED' }, containers: { cna: {} } };

    await put('cve_list_v5', { 'CVE-2026-8': rejected });

    expect(await idsByPack('third')).toBe('outdated');
    await fillPacks(given.db, signal);
    expect(await judgeKept(given.db, [askNpm('third')])).toEqual(await judgeBuilt(given.db, [askNpm('third')]));
  });

  it('are outdated by a transaction that was under way when they were made', async () => {
    await put('osv', says('GHSA-8', 'right', '8.0.0'));
    const { promise: made, resolve: madeAll } = Promise.withResolvers<void>();
    const { promise: stored, resolve: isStored } = Promise.withResolvers<void>();
    const writing = given.db.transaction().execute(async (trx) => {
      await putRecords(trx, 'osv', says('GHSA-7', 'right', '9.0.0'), later());
      isStored();
      await made;
    });
    await stored;
    await fillPacks(given.db, signal);
    const meanwhile = await idsByPack('right');
    madeAll();
    await writing;

    expect(meanwhile).toContain('GHSA-8');
    expect(await idsByPack('right')).toBe('outdated');
  });

  it('are made again in a restored database, whose transactions are numbered anew', async () => {
    await sql`update package_pack_state set fence = '1000000000000'`.execute(given.db);
    await put('osv', says('GHSA-11', 'left', '2.0.0'));

    expect(await idsByPack('left')).toBe('outdated');
    expect(await fillPacks(given.db, signal)).toMatchObject({ isDone: true });
    expect(await idsByPack('left')).toContain('GHSA-11');
  });

  it('are not kept, nor marks, while a source is read for the first time', async () => {
    await sql`
      insert into run (source, channel, state, started_at)
      select id, 'bulk', 'running', now() from source where name = 'nvd'`.execute(given.db);
    await fillPacks(given.db, signal);
    await put('osv', says('GHSA-10', 'left', '2.0.0'));

    const { rows } = await sql`select from package_mark`.execute(given.db);
    expect([rows.length, await idsByPack('left')]).toEqual([0, 'outdated']);

    await sql`delete from run where state = 'running'`.execute(given.db);
    await fillPacks(given.db, signal);
    expect(await idsByPack('left')).toContain('GHSA-10');
  });

  it('are used no more once a worker of an earlier release has stored something, or a table was replaced', async () => {
    const before = await idsByPack('left');
    await given.db.transaction().execute(async (trx) => {
      await sql`
        insert into version (record_id, seq, observed_at, basis, blob_id, run_id)
        select record_id, seq + 1000, observed_at + interval '1 day', basis, blob_id, run_id from version limit 1`.execute(
        trx,
      );
    });
    expect(await idsByPack('left')).toBe('outdated');
    await fillPacks(given.db, signal);
    expect(await idsByPack('left')).toEqual(before);

    await rebuild({ db: given.db, now: () => NOW, signal }, affectedProjection);

    expect(await idsByPack('left')).toBe('outdated');
    await fillPacks(given.db, signal);
    expect(await idsByPack('left')).toEqual(before);
  });
});

describe('packs while others write, and the packer is killed', () => {
  it('always come to what the rows of the same moment come to', async () => {
    await using given = await openPackageApp([], async (store) => {
      await store.put('osv', says('GHSA-0', 'package-0', '2.0.0'), SEEN);
    });
    await fillPacks(given.db, signal);

    const compared = await churnPacks({ url: given.databaseUrl, db: given.db, read: given.db, forMs: 4_000 });

    console.log('compared with rows of the same moment:', compared);
    expect(compared.current).toBeGreaterThan(0);
    expect(compared.outdated).toBeGreaterThan(0);
  }, 60_000);
});

describe('answers by packs', () => {
  it('are those by rows: package URLs, and a bill of materials', async () => {
    const listed = ['left@1.5.0', 'left@2.0.0', 'left@9.0.0', 'left', 'right@1.0.0', 'quiet@3.0.0', 'nobody@1.0.0'];
    const purls = [...listed.map((each) => `pkg:npm/${each}`), 'pkg:deb/debian/ssl@1?distro=debian-12&arch=source'];
    const components = purls.map((purl, i) => ({ type: 'library', name: `component-${i}`, 'bom-ref': `${i}`, purl }));
    await using given = await openPackageApp(
      [purlsRoute, sbomRoute],
      async (store, db) => {
        const withdrawn = osvSays('GHSA-3', [{ ecosystem: 'npm', name: 'quiet' }], {
          withdrawn: '2026-10-02T00:00:00Z',
        });
        const debian = osvSays('DSA-1', [{ ecosystem: 'Debian:12', name: 'ssl', fixed: '2' }], {
          upstream: ['CVE-2026-1'],
        });
        const joined = says('GHSA-2', 'right', '2.0.0', { aliases: ['CVE-2026-2'] });
        await store.put('osv', { ...says('GHSA-1', 'left', '2.0.0'), ...joined, ...byId(withdrawn, debian) }, SEEN);
        for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const) await wasRead(db, source);
      },
      { settings: { cacheBytes: 1 } },
    );
    const { key } = await grantedKey(given.db);
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
      const answer = await given.app.get(path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status).toBe(200);
      return answer.body['data'];
    };
    const both = async () => [
      await post('/api/v1/purls', { purls }),
      await post('/api/v1/sbom', { sbom: { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components } }),
    ];
    const byRows = await both();

    await fillPacks(given.db, signal);

    expect(await both()).toEqual(byRows);
    // Whoever answered by rows would find nothing now.
    await sql`delete from affected`.execute(given.db);
    expect(JSON.stringify(await both())).toContain('GHSA-1');
  });
});

describe('a graph of packages of one name', () => {
  it('has its edges in one order, from packs, from rows and from both', async () => {
    await using given = await openPackageApp(
      [graphVulns],
      async (store) => {
        const npm = says('GHSA-1', 'left', '2.0.0', { aliases: ['CVE-2026-1'] });
        const pypi = osvSays('PYSEC-1', [{ ecosystem: 'PyPI', name: 'left', fixed: '2' }], { aliases: ['CVE-2026-1'] });
        await store.put('osv', { ...byId(pypi), ...npm }, SEEN);
      },
      { settings: { cacheBytes: 1 } },
    );
    const readEdges = async () => {
      const { body } = await given.app.get('/api/v1/graph/package/left/vulns');
      const all: { id: string; edges: { record: string }[] }[] = body['data'].vulnerabilities;
      return all.find(({ id }) => id === 'CVE-2026-1')?.edges.map(({ record }) => record);
    };
    const fromRows = await readEdges();
    await fillPacks(given.db, signal);
    const fromPacks = await readEdges();
    const orders = [];
    for (const [id, ecosystem] of [
      ['GHSA-2', 'npm'],
      ['PYSEC-2', 'PyPI'],
    ] as const) {
      const other = osvSays(id, [{ ecosystem, name: 'left', fixed: '2.0.0' }]);
      await given.store.put('osv', byId(other), new Date(SEEN.getTime() + 60_000));
      orders.push(await readEdges());
      await fillPacks(given.db, signal);
    }

    expect([fromRows, fromPacks, ...orders]).toEqual(Array.from({ length: 4 }, () => ['PYSEC-1', 'GHSA-1']));
  });
});

describe.skipIf(!hasCorpus)('packs of real packages', () => {
  it('come to the same as their rows, at the versions that records name and without one', async () => {
    const questions = new Map<string, ExactQuestion>();
    await using given = await openPackageApp([], async (store) => {
      const records: Record<string, unknown> = {};
      for (const name of ['go', 'rustsec', 'pypa', 'bitnami', 'almalinux', 'drupal']) {
        for await (const record of corpusRecords<OsvEntry>(`osv/${name}.jsonl.gz`, SHARE)) {
          records[record.id] = record;
          for (const question of questionsAbout(record)) questions.set(JSON.stringify(question), question);
        }
      }
      await store.put('osv', records, SEEN);
    });
    await fillPacks(given.db, signal);
    const asked = [...questions.values(), { package: 'nobody', ecosystem: 'npm', version: '1.0.0' }];
    let compared = 0;

    for (let from = 0; from < asked.length; from += 100) {
      const some = asked.slice(from, from + 100);
      const rows = new Map((await judgeBuilt(given.db, some)).map(({ question, result }) => [question, result]));
      for (const { question, result } of await judgeKept(given.db, some)) {
        expect(told(result)).toEqual(told(rows.get(question)));
        compared += 1;
      }
    }
    console.log(`${compared} questions answered alike by packs and by rows`);

    expect(compared).toBe(asked.length);
    expect(compared).toBeGreaterThan(2_000);
  }, 180_000);
});

/** Of the records of the corpus every how manyeth is read. */
const SHARE = 60;

function questionsAbout({ affected }: OsvEntry): ExactQuestion[] {
  return (affected ?? []).flatMap(({ package: named, ranges }) => {
    if (named === undefined) return [];
    const { ecosystem, name } = named;
    const bounds = (ranges ?? []).flatMap(({ events }) => events.flatMap((event) => Object.values(event)));
    const versions = [null, ...bounds.filter((version) => version !== '0').slice(0, 3)];
    const releases = ecosystem.includes(':') ? [ecosystem, ecosystem.split(':', 1)[0] ?? ''] : [ecosystem];
    return releases.flatMap((each) => versions.map((version) => ({ package: name, ecosystem: each, version })));
  });
}
