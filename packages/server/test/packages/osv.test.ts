import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { osv } from '../../src/http/routes/packages/osv.ts';
import { purl } from '../../src/http/routes/packages/purl.ts';
import type { TestApp } from '../support/app.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const WORLD = byId(
  osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }]),
  osvSays('GHSA-bbbb-bbbb-bbbb', [{ ecosystem: 'npm', name: 'left', introduced: '3.0.0', fixed: '3.1.0' }], {
    severity: [],
    database_specific: { severity: 'MODERATE' },
  }),
  osvSays('GHSA-gone-gone-gone', [{ ecosystem: 'npm', name: 'left', fixed: '9.0.0' }], {
    withdrawn: '2026-10-02T00:00:00Z',
  }),
  osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'Left', versions: ['1.0', '1.1'] }], { severity: null }),
  osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'Zope.Interface', fixed: '5.0' }]),
  osvSays('GHSA-scop-scop-scop', [{ ecosystem: 'npm', name: '@scope/name', fixed: '2.0.0' }]),
  osvSays('GO-2026-1', [{ ecosystem: 'Go', name: 'github.com/Owner/repo', fixed: '1.2.0' }]),
  osvSays('GHSA-mave-mave-mave', [{ ecosystem: 'Maven', name: 'org.group:artifact', fixed: '2.0' }]),
  osvSays('GHSA-nuge-nuge-nuge', [{ ecosystem: 'NuGet', name: 'Some.Package', fixed: '2.0.0' }]),
  osvSays('GHSA-prot-prot-prot', [{ ecosystem: 'npm', name: '__proto__', fixed: '2.0.0' }]),
  osvSays('GHSA-cons-cons-cons', [{ ecosystem: 'npm', name: 'constructor', fixed: '2.0.0' }]),
  osvSays('X-2026-1', [{ ecosystem: '__proto__', name: 'odd', fixed: '2.0.0' }]),
  osvSays('DSA-1-1', [
    { ecosystem: 'Debian:11', name: 'tool', fixed: '1.0-1+deb11u1' },
    { ecosystem: 'Debian:12', name: 'tool', fixed: '1.2-1' },
  ]),
  osvSays('DSA-2-1', [{ ecosystem: 'Debian:12', name: 'tool', fixed: '1.5-1' }]),
  osvSays('USN-1-1', [{ ecosystem: 'Ubuntu:22.04:LTS', name: 'tool', fixed: '1.5-1' }]),
  osvSays('DRUPAL-1', [
    { ecosystem: 'Packagist:https://packages.drupal.org/8', name: 'drupal/Ctools', fixed: '3.0.0' },
  ]),
  osvSays('ALPINE-CVE-2026-1', [{ ecosystem: 'Alpine:v3.17', name: 'tool', fixed: '1.5-r0' }]),
  osvSays('HSEC-2026-1', [{ ecosystem: 'Hackage', name: 'whole' }]),
  osvSays('GHSA-open-open-open', [{ ecosystem: 'npm', name: 'bounds', fixed: 'next' }]),
  osvSays('GHSA-clea-clea-clea', [{ ecosystem: 'npm', name: 'clean', fixed: '1.0.0' }]),
  osvSays('GHSA-dele-dele-dele', [{ ecosystem: 'npm', name: 'deleted', fixed: '1.0.0' }]),
);

const idsOf = (list: { id: string }[]) => list.map(({ id }) => id);

describe('/osv/:package', () => {
  let given: PackageApp;
  let app: TestApp;
  beforeAll(async () => {
    given = await openPackageApp([osv], async (store, db) => {
      await store.put('osv', WORLD, SEEN);
      await store.put('osv', { 'GHSA-dele-dele-dele': null }, new Date(SEEN.getTime() + 1_000));
      await store.put(
        'advisory',
        { 'GHSA-advi-advi-advi': osvSays('GHSA-advi-advi-advi', [{ ecosystem: 'npm', name: 'left', fixed: '8.0.0' }]) },
        SEEN,
      );
      await wasRead(db, 'osv');
    });
    ({ app } = given);
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it('lists what OSV says in one ecosystem, without withdrawn records and without other sources', async () => {
    const { body, headers } = await app.get('/api/v1/osv/left?ecosystem=npm');

    expect(body['data']).toEqual({
      package: 'left',
      ecosystem: 'npm',
      version: 'any',
      vulnerabilities: [
        {
          id: 'GHSA-aaaa-aaaa-aaaa',
          modified: '2026-10-01T12:00:00.000Z',
          summary: 'Of GHSA-aaaa-aaaa-aaaa',
          severity: 'high',
        },
        {
          id: 'GHSA-bbbb-bbbb-bbbb',
          modified: '2026-10-01T12:00:00.000Z',
          summary: 'Of GHSA-bbbb-bbbb-bbbb',
          severity: 'medium',
        },
      ],
      truncated: false,
      total: 2,
      totalType: 'exact',
      nextCursor: null,
    });
    expect(body['verdict']).toBe('unknown');
    expect(body['coverage']).toMatchObject([{ source: 'osv', state: 'ok', checkedAt: NOW.toISOString() }]);
    expect(body['asOf']).toBe(NOW.toISOString());
    expect(headers.get('cache-control')).toBe('public, max-age=900, stale-while-revalidate=900');
  });

  it('lists by ecosystem where none is given, in every spelling that an ecosystem takes for the same', async () => {
    const { body } = await app.get('/api/v1/osv/LEFT');
    const { body: lower } = await app.get('/api/v1/osv/left?ecosystem=all&version=any');

    // npm tells case apart, PyPI does not.
    expect(Object.keys(body['data'].vulnerabilities)).toEqual(['PyPI']);
    expect(body['data']).toMatchObject({ ecosystem: 'all', version: 'any', total: 1 });
    expect(
      Object.entries<{ id: string }[]>(lower['data'].vulnerabilities).map(([name, all]) => [name, idsOf(all)]),
    ).toEqual([
      ['PyPI', ['PYSEC-2026-1']],
      ['npm', ['GHSA-aaaa-aaaa-aaaa', 'GHSA-bbbb-bbbb-bbbb']],
    ]);
  });

  it.each([
    ['@scope/name', 'npm', 'GHSA-scop-scop-scop'],
    ['@scope%2Fname', 'npm', 'GHSA-scop-scop-scop'],
    ['%40scope%2fname', 'npm', 'GHSA-scop-scop-scop'],
    ['github.com/Owner/repo', 'Go', 'GO-2026-1'],
    ['github.com%2FOwner%2Frepo', 'Go', 'GO-2026-1'],
    ['github.com/owner/repo', 'Go', null],
    ['org.group:artifact', 'Maven', 'GHSA-mave-mave-mave'],
    ['org.group%3Aartifact', 'Maven', 'GHSA-mave-mave-mave'],
    ['zope-interface', 'PyPI', 'PYSEC-2026-2'],
    ['Zope_Interface', 'PyPI', 'PYSEC-2026-2'],
    ['zope.interface', 'PyPI', 'PYSEC-2026-2'],
    ['zope--interface', 'PyPI', 'PYSEC-2026-2'],
    ['some.package', 'NuGet', 'GHSA-nuge-nuge-nuge'],
    ['SOME.PACKAGE', 'NuGet', 'GHSA-nuge-nuge-nuge'],
    ['Left', 'npm', null],
    ['__proto__', 'npm', 'GHSA-prot-prot-prot'],
    ['%5F_proto__', 'npm', 'GHSA-prot-prot-prot'],
    ['constructor', 'npm', 'GHSA-cons-cons-cons'],
    ['toString', 'npm', null],
    ['drupal/ctools', 'Packagist:https://packages.drupal.org/8', 'DRUPAL-1'],
    ['drupal/ctools', 'Packagist', 'DRUPAL-1'],
  ])('takes the name %s in %s', async (name, ecosystem, id) => {
    const wanted = id === null ? [] : [id];
    const one = await app.get(`/api/v1/osv/${name}?ecosystem=${encodeURIComponent(ecosystem)}`);
    const all = await app.get(`/api/v1/osv/${name}`);

    expect(idsOf(one.body['data'].vulnerabilities)).toEqual(wanted);
    const [base = ''] = ecosystem.split(':');
    expect(idsOf(all.body['data'].vulnerabilities[base] ?? [])).toEqual(wanted);
    expect(one.body['data'].package).toBe(decodeURIComponent(name));
  });

  it('keeps an ecosystem of any name', async () => {
    const { text } = await app.get('/api/v1/osv/odd');

    expect(text).toContain('"vulnerabilities":{"__proto__":[{"id":"X-2026-1"');
    expect(({} as Record<string, unknown>)['id']).toBeUndefined();
  });

  it.each([
    ['pypi', 'Write PyPI.'],
    ['NPM', 'Write npm.'],
    ['debian:12', 'Write Debian:12.'],
    ['rockylinux', 'Write Rocky Linux.'],
    ['nowhere', 'Known: AlmaLinux, Alpaquita, '],
  ])('refuses the ecosystem %s', async (ecosystem, hint) => {
    const { status, body } = await app.get(`/api/v1/osv/left?ecosystem=${ecosystem}`);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toBe(`Parameter 'ecosystem' has the value '${ecosystem}', which is not an OSV ecosystem`);
    expect(body['hint']).toContain(hint);
  });

  it('knows an ecosystem that OSV lists and this release does not', async () => {
    const partOf = (part: string) => ({
      source: 3,
      part,
      records: 1,
      changed_at: NOW,
      pause_seconds: null,
      seen_at: NOW,
    });
    const names = ['npm', 'PyPI', 'Go', 'Debian', 'Ubuntu', 'Alpine', 'Hackage', 'Brandnew'];
    await given.db.insertInto('source_part').values(names.map(partOf)).execute();
    app.clock.now += 10_000;

    const known = await app.get('/api/v1/osv/left?ecosystem=Brandnew');
    const absent = await app.get('/api/v1/osv/left?ecosystem=Julia&version=1.0.0');
    await given.db.deleteFrom('source_part').execute();
    app.clock.now += 10_000;

    expect([known.status, known.body['coverage'][0].state]).toEqual([200, 'ok']);
    // Of the schema, but OSV has nothing of it here.
    expect([absent.body['verdict'], absent.body['coverage'][0].state]).toEqual(['unknown', 'not_covered']);
    expect(absent.body['asOf']).toBeNull();
  });

  it.each<[string, string, string[], string]>([
    ['left?ecosystem=npm', '1.9.9', ['GHSA-aaaa-aaaa-aaaa'], 'affected'],
    ['left?ecosystem=npm', '2.0.0', [], 'not_affected'],
    ['left?ecosystem=npm', '2.0.0-rc.1', ['GHSA-aaaa-aaaa-aaaa'], 'affected'],
    ['left?ecosystem=npm', '3.0.5', ['GHSA-bbbb-bbbb-bbbb'], 'affected'],
    ['left?ecosystem=PyPI', '1.0', ['PYSEC-2026-1'], 'affected'],
    ['left?ecosystem=PyPI', '1.0.0', ['PYSEC-2026-1'], 'affected'],
    ['left?ecosystem=PyPI', '1.2', [], 'not_affected'],
    ['clean?ecosystem=npm', '1.0.0', [], 'not_affected'],
    ['clean?ecosystem=npm', '999.0.0', [], 'not_affected'],
    ['tool?ecosystem=Debian:11', '1.0-1', ['DSA-1-1'], 'affected'],
    ['tool?ecosystem=Debian:11', '1.1-1', [], 'not_affected'],
    ['tool?ecosystem=Debian:12', '1.2-1', ['DSA-2-1'], 'affected'],
    ['tool?ecosystem=Debian:13', '1.0-1', [], 'unknown'],
    ['tool?ecosystem=Debian', '1.1-1', ['DSA-1-1', 'DSA-2-1'], 'unknown'],
    ['tool?ecosystem=Ubuntu:22.04', '1.0-1', ['USN-1-1'], 'affected'],
    ['tool?ecosystem=Ubuntu', '1.0-1', [], 'unknown'],
    ['tool?ecosystem=Alpine:3.17', '1.0-r0', ['ALPINE-CVE-2026-1'], 'affected'],
    ['github.com/Owner/repo?ecosystem=Go', 'v1.1.0', ['GO-2026-1'], 'affected'],
    ['github.com/Owner/repo?ecosystem=Go', '1.2.0', [], 'not_affected'],
    ['whole?ecosystem=Hackage', '1.0', [], 'unknown'],
    ['bounds?ecosystem=npm', '1.0.0', [], 'unknown'],
    ['left?ecosystem=npm', 'not-a-version', [], 'unknown'],
    ['deleted?ecosystem=npm', '0.1.0', [], 'none_known'],
    ['nothing?ecosystem=npm', '1.0.0', [], 'none_known'],
  ])('%s at %s', async (path, version, ids, verdict) => {
    const { body } = await app.get(`/api/v1/osv/${path}&version=${version}`);

    expect([idsOf(body['data'].vulnerabilities), body['verdict']]).toEqual([ids, verdict]);
    expect(body['data'].version).toBe(version);
  });

  it('names the records for which it cannot be told, and never calls them clean', async () => {
    const bounds = await app.get('/api/v1/osv/bounds?ecosystem=npm&version=1.0.0');
    const whole = await app.get('/api/v1/osv/whole?ecosystem=Hackage&version=1.0');

    expect(bounds.body['data'].undecided).toEqual({
      total: 1,
      records: [{ id: 'GHSA-open-open-open', ecosystem: 'npm', reason: 'bound_unreadable' }],
    });
    expect(whole.body['data'].undecided.records).toEqual([
      { id: 'HSEC-2026-1', ecosystem: 'Hackage', reason: 'nothing_stated' },
    ]);
  });

  it('filters every ecosystem by its own order where none is given', async () => {
    const { body } = await app.get('/api/v1/osv/left?version=1.0.0');

    expect(
      Object.entries<{ id: string }[]>(body['data'].vulnerabilities).map(([name, all]) => [name, idsOf(all)]),
    ).toEqual([
      ['PyPI', ['PYSEC-2026-1']],
      ['npm', ['GHSA-aaaa-aaaa-aaaa']],
    ]);
    expect(body['verdict']).toBe('affected');
  });

  it.each([
    ['/api/v1/osv/', 'package'],
    ['/api/v1/osv/%20', 'package'],
    [`/api/v1/osv/${'a'.repeat(513)}`, 'package'],
    ['/api/v1/osv/a%00b', 'package'],
    ['/api/v1/osv/a%0d%0ab', 'package'],
    ['/api/v1/osv/left?ecosystem=npm%00', 'ecosystem'],
    ['/api/v1/osv/left?ecosystem=npm&ecosystem=PyPI', 'ecosystem'],
    [`/api/v1/osv/left?version=${'1'.repeat(257)}`, 'version'],
    ['/api/v1/osv/left?limit=0', 'limit'],
    ['/api/v1/osv/left?limit=x', 'limit'],
    ['/api/v1/osv/left?cursor=x', 'cursor'],
    [`/api/v1/osv/left?cursor=${Buffer.from('["npm","\\u0000"]').toString('base64url')}`, 'cursor'],
  ])('refuses %s', async (path, parameter) => {
    const { status, body } = await app.get(path);

    expect([status, body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(body['error']).toContain(`'${parameter}'`);
  });

  it('keeps an answer for a quarter of an hour, under the name and not under its spelling in the address', async () => {
    const first = await app.get('/api/v1/osv/@scope/name?ecosystem=npm&version=1.0.0');
    const other = await app.get('/api/v1/osv/%40scope%2Fname?version=1.0.0&ecosystem=npm');
    const pypi = await app.get('/api/v1/osv/@scope/name?ecosystem=PyPI&version=1.0.0');

    expect([first.headers.get('x-cache'), other.headers.get('x-cache'), pypi.headers.get('x-cache')]).toEqual([
      'MISS',
      'HIT',
      'MISS',
    ]);
    expect(other.text).toBe(first.text);
  });
});

describe('the verdict of /osv/:package', () => {
  const cveMetadata = { cveId: 'CVE-2026-1007', state: 'REJECTED' };
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp([osv, purl], async (store, db) => {
      await store.put('cve_list_v5', { 'CVE-2026-1007': { cveMetadata, containers: { cna: {} } } }, SEEN);
      await store.put(
        'osv',
        byId(
          osvSays('BIT-proxy-2026-1007', [{ ecosystem: 'Bitnami', name: 'proxy', fixed: '2.0.0' }], {
            aliases: ['CVE-2026-1007'],
          }),
          osvSays('GHSA-both-both-both', [
            { ecosystem: 'npm', name: 'both', fixed: '2.0.0' },
            { ecosystem: 'PyPI', name: 'both', fixed: 'soon' },
          ]),
          osvSays('GHSA-whol-whol-whol', [{ ecosystem: 'Hackage', name: 'whole' }]),
        ),
        SEEN,
      );
      for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd'] as const) await wasRead(db, source);
    });
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it.each([
    ['proxy', 'Bitnami', 'pkg:bitnami/proxy@1.0.0', 'unknown', ['possible_match']],
    ['proxy', 'Bitnami', 'pkg:bitnami/proxy@2.0.0', 'not_affected', []],
    ['proxy', 'Bitnami', 'pkg:bitnami/proxy', 'unknown', ['version_missing']],
    ['both', 'npm', 'pkg:npm/both@1.0.0', 'affected', []],
    ['both', 'PyPI', 'pkg:pypi/both@1.0.0', 'unknown', ['range_unreadable']],
    ['both', 'npm', 'pkg:npm/both@what', 'unknown', ['version_unreadable']],
    ['whole', 'Hackage', 'pkg:hackage/whole@1.0', 'unknown', ['range_unreadable']],
    ['nobody', 'npm', 'pkg:npm/nobody@1.0.0', 'none_known', []],
  ])('of %s in %s is that of %s', async (name, ecosystem, asked, verdict, unknownReasons) => {
    const [, version] = asked.split('@');
    const query = version === undefined ? '' : `&version=${version}`;
    const { body } = await given.app.get(`/api/v1/osv/${name}?ecosystem=${ecosystem}${query}`);
    const { body: reference } = await given.app.get(`/api/v1/purl/${encodeURIComponent(asked)}`);

    expect([body['verdict'], body['unknownReasons']]).toEqual([verdict, unknownReasons]);
    expect([reference['verdict'], reference['unknownReasons']]).toEqual([verdict, unknownReasons]);
  });

  it('lists the live record of a rejected CVE, which the verdict calls possible', async () => {
    const { body } = await given.app.get('/api/v1/osv/proxy?ecosystem=Bitnami&version=1.0.0');

    expect(idsOf(body['data'].vulnerabilities)).toEqual(['BIT-proxy-2026-1007']);
  });

  it('is the worst of all ecosystems where none is given, and unknown for a name that none has', async () => {
    const both = await given.app.get('/api/v1/osv/both?version=3.0.0');
    const nobody = await given.app.get('/api/v1/osv/nobody?version=3.0.0');

    expect([both.body['verdict'], both.body['unknownReasons']]).toEqual(['unknown', ['range_unreadable']]);
    expect([nobody.body['verdict'], nobody.body['unknownReasons']]).toEqual(['unknown', ['package_unknown']]);
  });
});

describe('empty answers of /osv/:package', () => {
  const known = '/api/v1/osv/clean?ecosystem=npm&version=1.0.0';
  const unknown = '/api/v1/osv/nobody?ecosystem=npm&version=1.0.0';

  async function answers(fill: (db: PackageApp['db']) => Promise<void>) {
    await using given = await openPackageApp([osv], async (store, db) => {
      await store.put(
        'osv',
        byId(osvSays('GHSA-clea-clea-clea', [{ ecosystem: 'npm', name: 'clean', fixed: '1.0.0' }])),
        SEEN,
      );
      await fill(db);
    });
    const bodies = [];
    for (const path of [known, unknown]) {
      const { body } = await given.app.get(path);
      bodies.push([body['data'].vulnerabilities, body['verdict'], body['coverage'][0].state]);
    }
    return bodies;
  }

  it('tell a clean package from one that nobody knows, and from a source that is late, away or frozen', async () => {
    const hourAgo = new Date(NOW.getTime() - 3_600_000);
    const month = 30 * 86_400;
    const part = { source: 3, part: 'npm', records: 1, pause_seconds: 3_600, seen_at: NOW };

    expect(await answers((db) => wasRead(db, 'osv'))).toEqual([
      [[], 'not_affected', 'ok'],
      [[], 'none_known', 'ok'],
    ]);
    expect(await answers((db) => wasRead(db, 'osv', { at: hourAgo }))).toEqual([
      [[], 'unknown', 'stale'],
      [[], 'unknown', 'stale'],
    ]);
    expect(await answers((db) => wasRead(db, 'osv', { state: 'failed' }))).toEqual([
      [[], 'unknown', 'unreachable'],
      [[], 'unknown', 'unreachable'],
    ]);
    expect(
      await answers(async (db) => {
        await wasRead(db, 'osv');
        const changedAt = new Date(NOW.getTime() - month * 1_000);
        await db
          .insertInto('source_part')
          .values({ ...part, changed_at: changedAt })
          .execute();
      }),
    ).toEqual([
      [[], 'unknown', 'stale'],
      [[], 'unknown', 'stale'],
    ]);
  });
});

it('/osv/:package follows its records, though it keeps them unpacked', async () => {
  const record = (fixed: string) => byId(osvSays('GHSA-keep-keep-keep', [{ ecosystem: 'npm', name: 'kept', fixed }]));
  await using given = await openPackageApp(
    [osv],
    async (store, db) => {
      await store.put('osv', record('2.0.0'), SEEN);
      await wasRead(db, 'osv');
    },
    { settings: { cacheBytes: 1 } },
  );
  const found = async (version: string) => {
    const { body } = await given.app.get(`/api/v1/osv/kept?ecosystem=npm&version=${version}`);
    return [body['verdict'], (body['data'] as { vulnerabilities: unknown[] }).vulnerabilities.length];
  };

  const before = [await found('1.0.0'), await found('1.0.0'), await found('2.5.0')];
  await given.store.put('osv', record('3.0.0'), new Date(SEEN.getTime() + 1_000));
  const changed = [await found('1.0.0'), await found('2.5.0')];
  await given.store.put('osv', { 'GHSA-keep-keep-keep': null }, new Date(SEEN.getTime() + 2_000));

  expect(before).toEqual([
    ['affected', 1],
    ['affected', 1],
    ['not_affected', 0],
  ]);
  expect(changed).toEqual([
    ['affected', 1],
    ['affected', 1],
  ]);
  expect(await found('1.0.0')).toEqual(['none_known', 0]);
});
