import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { IDS } from '../../server/test/support/worlds/cve-world.ts';
import { NOW, wasRead } from '../../server/test/support/worlds/package-world.ts';
import { scanEqualsSbom } from './support/by-sbom.ts';
import { almanac, type Ended, start } from './support/command-line.ts';
import { tarOf } from './support/tar.ts';
import { corpusLockfiles, kevEntry, openWorld, type World } from './support/world.ts';

const lockfiles = corpusLockfiles();
let world: World;
let folder: string;
let environment: { ALMANAC_API: string; XDG_CONFIG_HOME: string };
/** Begun at once, since it has to wait for the interval of the device flow. */
let loggingIn: ReturnType<typeof start>;
let refusedLogin: Promise<Ended>;

const CODE = /\b[A-Z]{4}-[A-Z]{4}\b/;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-cli-'));
  world = await openWorld(lockfiles);
  environment = { ALMANAC_API: world.api, XDG_CONFIG_HOME: path.join(folder, 'config') };
  await project('kept', { left: '2.0.0' });
  loggingIn = start(['login'], environment, folder);
  loggingIn.child.stderr.on('data', (text: string) => {
    const [code] = CODE.exec(text) ?? [];
    if (code !== undefined) world.provider.people.approve(code, { id: 583231, login: 'octocat' });
  });
  refusedLogin = almanac(['login'], {
    // A key that is no longer valid keeps nobody from asking for another.
    environment: { ...environment, ALMANAC_API_KEY: 'alm_of-last-year' },
    onErr: (text) => {
      const [code] = CODE.exec(text) ?? [];
      if (code !== undefined) world.provider.people.deny(code);
    },
  });
});
afterAll(async () => {
  await refusedLogin;
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ask = (args: readonly string[], more = {}) => almanac(args, { environment, folder, ...more });

/** A project of its own with these packages of npm. */
async function project(name: string, packages: Readonly<Record<string, string>>): Promise<string> {
  const entries = Object.entries(packages).map(([each, version]) => [`node_modules/${each}`, { version }]);
  await mkdir(path.join(folder, name), { recursive: true });
  const lockfile = { name, lockfileVersion: 3, packages: { '': { name }, ...Object.fromEntries(entries) } };
  await writeFile(path.join(folder, name, 'package-lock.json'), JSON.stringify(lockfile));
  return name;
}

describe('the same question gives the same JSON as REST', () => {
  it.each([
    ['a CVE', ['cve', IDS.published], `/cve/${IDS.published}`, 0],
    ['a hostile one', ['cve', IDS.hostile], `/cve/${IDS.hostile}`, 0],
    ['its history', ['cve', IDS.published, '--history'], `/cve/${IDS.published}/history?limit=200`, 0],
    ['a dossier', ['dossier', IDS.published], `/cve/${IDS.published}/dossier`, 0],
    ['a purl', ['package', 'pkg:npm/left@1.0.0'], '/purl/pkg:npm%2Fleft@1.0.0', 1],
    ['a package', ['package', 'left', '--ecosystem', 'npm', '--version', '2.0.0'], '/purl/pkg:npm%2Fleft@2.0.0', 0],
    ['one by name and version', ['package', 'left@2.0.0', '--ecosystem', 'npm'], '/purl/pkg:npm%2Fleft@2.0.0', 0],
    ['one of the collection', ['package', 'moored@1.0'], '/vulns/moored?version=1.0', 1],
    ['one that nobody knows', ['package', 'never-heard-of', '--version', '1'], '/vulns/never-heard-of?version=1', 3],
    ['a search', ['search', 'paths', 'checked', '--limit', '2'], '/search?q=paths%20checked&limit=2', 0],
    ['a search by a filter alone', ['search', '--severity', 'critical'], '/search?severity=critical', 0],
    ['the sources', ['status', '--allow-unknown=source_stale'], '/sources', 0],
  ])('%s', async (_name, args, address, code) => {
    const { body } = await world.app.get(`/api/v1${address}`);

    const ended = await ask([...args, '--json']);

    expect(ended).toMatchObject({ code, err: '' });
    expect(JSON.parse(ended.out)).toEqual(body);
    expect(ended.out).not.toMatch(/[^\P{C}\n\t]/u);
  });
});

describe('people are shown', () => {
  it.each([
    ['a CVE', ['cve', IDS.published], /Paths are not checked at all/],
    [
      'what changed',
      ['cve', IDS.published, '--history'],
      /severity changed: cna: high 7\.5[^]*→\s+cna:\s+critical 9\.1/,
    ],
    ['the rating of a CVE that only others rate', ['cve', 'CVE-2026-1001'], /^CVE-2026-1001 {2}high 7\.5\n/],
    ['how far its fix is', ['cve', 'CVE-2026-1001'], /#101 left: CVE-2026-1001 \(open; #201\s+merged\)/],
    ['a dossier', ['dossier', IDS.published], /disagreement/],
    ['where a CVE is fixed', ['dossier', IDS.published], /fixed in +harbour 1\.4\.2, /],
    ['a package', ['package', 'pkg:npm/left@1.0.0'], /CVE-2026-1001 +high +affected/],
    ['a search', ['search', 'paths'], /^(\d+) of \1 found$/m],
    ['a page of one', ['search', 'paths', '--limit', '2'], /^2 of \d+ found; use --page 2 for more$/m],
    ['what an unknown name may mean', ['package', 'left'], /In other\s+ecosystems:\s+pkg:npm\/left@VERSION\./],
    ['one without a version', ['package', 'pkg:npm/left'], /CVE-2026-1001 +high +possible/],
    ['the sources', ['status'], /osv +ok[^]*Out of date: channels/],
  ])('%s within the width of their terminal, without anything that steers it', async (_name, args, words) => {
    const { out } = await ask([...args, '--no-color'], { columns: 60 });

    expect(out).toMatch(words);
    expect(out).not.toMatch(/[^\P{C}\n]/u);
    const tables = out.split('\n').filter((line) => !line.includes('http'));
    expect(Math.max(...tables.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  it('hostile text as text', async () => {
    const { out } = await ask(['cve', IDS.hostile, '--no-color'], { columns: 80 });

    expect(out).toContain('onerror=alert(1)');
    expect(out).not.toMatch(/[^\P{C}\n]/u);
  });
});

it.each(['left@1.0.0', 'left --version 1.0.0', 'left@1.0.0 --version 1.0.0'])(
  'explains a package of an ecosystem named as %s',
  async (words) => {
    const byPurl = await ask(['explain', 'pkg:npm/left@1.0.0', 'CVE-2026-1001']);

    const [name = '', ...options] = words.split(' ');
    const ended = await ask(['explain', name, 'CVE-2026-1001', '--ecosystem', 'npm', ...options]);

    expect(ended).toEqual(byPurl);
  },
);

it('refuses two versions of one package', async () => {
  const ended = await ask(['package', 'left@1.0.0', '--version', '2.0.0']);

  expect([ended.code, ended.err]).toEqual([2, expect.stringContaining('Two versions given: 1.0.0 and 2.0.0.')]);
});

describe('while the service has it wait', () => {
  let limited: Server;
  let refused: boolean;
  beforeAll(async () => {
    limited = createServer((request, response) => {
      void (async () => {
        const body = Buffer.concat(await request.toArray());
        if (!refused) {
          refused = true;
          response.writeHead(429, { 'retry-after': '1', 'content-type': 'application/json' });
          response.end(JSON.stringify({ success: false, error: 'Too many', code: 'RATE_LIMITED' }));
          return;
        }
        const answer = await fetch(`${new URL(world.api).origin}${request.url}`, {
          method: request.method ?? 'GET',
          headers: { 'content-type': 'application/json' },
          ...(body.length === 0 ? {} : { body }),
        });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      })();
    }).listen(0, '127.0.0.1');
    await once(limited, 'listening');
  });
  afterAll(() => limited.close());

  it.each([
    ['says so once on a pipe', [], /^Rate limit reached\. Continuing in [12] s\.\n$/],
    ['says nothing where it is to be quiet', ['--quiet'], /^$/],
  ])('%s', async (_, options, words) => {
    refused = false;
    const api = `http://127.0.0.1:${(limited.address() as AddressInfo).port}/api/v1`;

    const ended = await ask(['package', 'pkg:npm/left@2.0.0', ...options], { environment: { ALMANAC_API: api } });

    expect([ended.code, ended.err]).toEqual([0, expect.stringMatching(words)]);
  });
});

it('asks about the versions that the collection carries where none is given, and shows the one that is affected', async () => {
  const ended = await ask(['package', 'moored', '--json']);

  const { body } = await world.app.get('/api/v1/vulns/moored?version=1.0');
  expect(ended.code).toBe(1);
  expect(JSON.parse(ended.out)).toMatchObject({ verdict: 'affected', data: { package: 'moored', version: '1.0' } });
  expect(JSON.parse(ended.out)).toEqual(body);
});

describe('a scan ends with', () => {
  const cases: readonly (readonly [string, Record<string, string>, readonly string[], number, RegExp])[] = [
    [
      '0 where all is clean',
      { left: '2.0.0' },
      [],
      0,
      /^0 affected, 1 not affected, 0 none known, 0 unknown of 1 component/m,
    ],
    [
      '0 where no record is known',
      { left: '2.0.0', nobody: '1.0.0' },
      [],
      0,
      /1 not affected, 1 none known, 0 unknown of 2/,
    ],
    ['1 where anything is affected', { left: '1.0.0', nobody: '1.0.0' }, [], 1, /left +1\.0\.0 +CVE-2026-1001 +high/],
    ['3 where something is unknown', { left: '2.0.0', worst: 'x.y' }, [], 3, /unknown: worst: /],
    ['0 where that is allowed', { left: '2.0.0', worst: 'x.y' }, ['--allow-unknown'], 0, /1 unknown of 2/],
    ['0 where its reason is', { worst: 'x.y' }, ['--allow-unknown=version_unreadable'], 0, /1 unknown of 1/],
    ['3 where another is', { worst: 'x.y' }, ['--allow-unknown=possible_match'], 3, /1 unknown of 1/],
    ['0 below the threshold', { left: '1.0.0' }, ['--fail-on', 'critical'], 0, /1 affected/],
    ['1 at the threshold', { left: '1.0.0' }, ['--fail-on', 'high'], 1, /1 affected/],
    ['1 above the threshold', { worst: '1.0.0' }, ['--fail-on', 'medium'], 1, /CVE-2026-1002 +critical/],
    ['3 where nobody rates it', { evil: '1.0.0' }, ['--fail-on', 'low'], 3, /MAL-2026-1 +not rated[^]*not rated/],
    ['1 for what is exploited', { left: '1.0.0' }, ['--fail-on', 'kev'], 1, /1 finding at or above kev$/m],
    ['0 for what is not', { worst: '1.0.0' }, ['--fail-on', 'kev', '--fail-on', 'epss=0.1'], 0, /1 affected/],
    ['1 for a score', { left: '1.0.0' }, ['--fail-on', 'epss=0.42'], 1, /1 affected/],
    ['0 below a score', { left: '1.0.0' }, ['--fail-on', 'epss=0.43'], 0, /1 affected/],
    [
      '3 where nothing is to be found',
      {},
      [],
      3,
      /0 affected, 0 not affected, 0 none known, 0 unknown[^]*no components found/,
    ],
  ];
  it.each(cases)('%s', async (name, packages, options, code, words) => {
    const ended = await ask(['scan', await project(name.replaceAll(' ', '-'), packages), ...options]);

    expect(ended.code).toBe(code);
    expect(ended.out).toMatch(words);
  });

  it('3 where a source is down, and says which', async () => {
    const name = await project('stale', { left: '2.0.0' });
    const { now } = world.app.clock;
    await wasRead(world.db, 'nvd', { at: new Date(NOW.getTime() + 1), state: 'failed' });
    world.app.clock.now += 120_000;

    const ended = await ask(['scan', name]);
    const allowed = await ask(['scan', name, '--allow-unknown']);
    const byName = await ask(['scan', name, '--allow-unknown=source_stale']);
    world.app.clock.now = now;

    expect(ended).toMatchObject({ code: 3, out: expect.stringMatching(/incomplete: NVD/) });
    expect(ended.out).toMatch(/^0 affected, 1 not affected, 0 none known, 0 unknown/m);
    expect([allowed.code, byName.code]).toEqual([3, 0]);
  });

  it('3 where a file cannot be read, which stands in every form of the answer', async () => {
    const name = await project('broken', { left: '2.0.0' });
    await writeFile(path.join(folder, name, 'yarn.lock'), '{');
    await writeFile(path.join(folder, name, 'deno.lock'), '{}');
    await writeFile(path.join(folder, name, 'requirements.txt'), 'left==1\n?\n');
    await mkdir(path.join(folder, name, 'node_modules'));
    await writeFile(path.join(folder, name, 'node_modules', 'Gemfile.lock'), '');

    const [table, json, sarif, vex, cyclonedx] = await Promise.all(
      [[], ['--json'], ['--sarif'], ['--vex'], ['--cyclonedx-vex']].map((how) => ask(['scan', name, ...how])),
    );

    expect([table, json, sarif, vex, cyclonedx].map((ended) => ended?.code)).toEqual([3, 3, 3, 3, 3]);
    expect(table?.out).toMatch(/deno\.lock, the Deno lockfile/);
    expect(table?.out).toMatch(/- unknown: line 2 in broken\/requirements\.txt: /);
    expect(JSON.parse(json?.out ?? '')).toMatchObject({
      verdict: 'unknown',
      components: { seen: 5, noneKnown: 1, unknown: 3 },
      exitCode: 3,
    });
    for (const ended of [sarif, vex, cyclonedx]) expect(ended?.out).toMatch(/Deno lockfile/);
    expect(JSON.parse(vex?.out ?? '').statements.map(({ status }: { status: string }) => status)).toContain(
      'under_investigation',
    );
    expect(JSON.parse(cyclonedx?.out ?? '')).toMatchObject({ bomFormat: 'CycloneDX' });
  });

  it('the same of a whole system, of an image and of the paths, and takes one of them', async () => {
    const name = await project('system/srv', { left: '1.0.0' });
    const lockfile = await readFile(path.join(folder, name, 'package-lock.json'));
    const manifest = JSON.stringify([{ Layers: ['layer.tar'] }]);
    const layer = tarOf([{ name: 'srv/package-lock.json', content: lockfile }]);
    const image = tarOf([
      { name: 'manifest.json', content: manifest },
      { name: 'layer.tar', content: layer },
    ]);
    await writeFile(path.join(folder, 'image.tar'), image);
    const ways = [['system'], ['--root', 'system'], ['--image', 'image.tar'], ['--root', 'system', 'system']];

    const ended = await Promise.all(ways.map((way) => ask(['scan', '--json', ...way])));

    const found = ended.slice(0, 3).map(({ out }) => {
      const { findings } = JSON.parse(out) as { findings: { id: string; files: unknown }[] };
      return findings.map(({ id }) => id);
    });
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1, 2]);
    expect(found[0]).not.toEqual([]);
    expect([found[1], found[2]]).toEqual([found[0], found[0]]);
    expect(ended[3]?.err).toMatch(/Use only one of: paths, --root, --image, --closure\./);
  });

  it('the packages of rpm, or that its database is not read', async () => {
    const packed = await readFile(path.join(import.meta.dirname, 'fixtures/rpm/el-9.5-constructed.rpmdb.sqlite.gz'));
    for (const [root, file, content] of [
      ['rocky-9', 'rpmdb.sqlite', gunzipSync(packed)],
      ['rocky-8', 'Packages', 'Berkeley DB'],
    ] as const) {
      await mkdir(path.join(folder, root, 'etc'), { recursive: true });
      await mkdir(path.join(folder, root, 'var/lib/rpm'), { recursive: true });
      await writeFile(path.join(folder, root, 'etc/os-release'), 'ID="rocky"\nVERSION_ID="9.5"\n');
      await writeFile(path.join(folder, root, 'var/lib/rpm', file), content);
    }

    const [read, sarif, unread] = await Promise.all([
      ask(['scan', '--json', '--root', 'rocky-9']),
      ask(['scan', '--sarif', '--root', 'rocky-9']),
      ask(['scan', '--root', 'rocky-8']),
    ]);

    expect(JSON.parse(read.out)).toMatchObject({ components: { seen: 9 } });
    expect(JSON.parse(sarif.out)).toMatchObject({ version: '2.1.0' });
    expect(unread.out).toMatch(/unknown: .*Packages.*the rpm database was not read: Berkeley DB and ndb/);
    expect(unread.code).toBe(3);
  });

  it('what it found, in a file where one is named', async () => {
    const name = await project('saved', { left: '1.0.0' });

    const { code, out, err } = await ask(['scan', name, '--sarif', '--output', 'found.sarif']);

    const saved = JSON.parse(await readFile(path.join(folder, 'found.sarif'), 'utf8'));
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^1 affected/);
    expect(saved.runs[0].results[0].ruleId).toBe('CVE-2026-1001');
  });
});

describe.skipIf(!hasCorpus)('a scan of real lockfiles', () => {
  it('finds what POST /sbom finds in each, by the program itself', async () => {
    const { code, err } = await scanEqualsSbom(world, lockfiles, folder, environment);

    expect(code).toBe(1);
    expect(err).toMatch(/affected/);
    expect(err).not.toContain('\u001b');
  });
});

describe('the program', () => {
  it('paints only where it may, says nothing of a pipe that closes, tells what has changed, and ends at Ctrl-C with 130', async () => {
    const name = await project('painted', { left: '1.0.0' });
    const forced = start(['scan', name], { ...environment, FORCE_COLOR: '1' }, folder);
    const closed = start(['scan', name, '--json'], environment, folder);
    closed.child.stdout.destroy();
    const watching = start(['watch', IDS.published, '--interval', '1'], environment, folder);
    await watching.says('fixes: ');
    await world.store.put('kev', { [IDS.published]: kevEntry(IDS.published) }, NOW);
    world.app.clock.now += 600_000;
    await watching.says(' → ');
    watching.child.kill('SIGINT');

    const [painted, piped, interrupted] = await Promise.all([forced.ended, closed.ended, watching.ended]);
    const plain = await almanac(['scan', name], {
      environment: { ...environment, NO_COLOR: '1' },
      folder,
      columns: 100,
    });

    expect(painted).toMatchObject({ code: 1, out: expect.stringContaining('\u001b[31m') });
    expect(plain.out).not.toContain('\u001b');
    expect(plain.err).toContain('\r\u001b[2K[');
    expect([piped.code, piped.err.includes('EPIPE')]).toEqual([1, false]);
    expect(interrupted.code).toBe(130);
    expect(
      interrupted.out
        .trim()
        .split('\n')
        .map((line) => line.slice(21)),
    ).toEqual([
      'CVE-2026-10001 state: published',
      'CVE-2026-10001 severity: critical 9.1',
      'CVE-2026-10001 exploited: not in the KEV catalogue',
      'CVE-2026-10001 epss: 0.42',
      'CVE-2026-10001 modified: 2026-01-09T00:00:00.000Z',
      'CVE-2026-10001 fixes: 4',
      'CVE-2026-10001 exploited: not in the KEV catalogue → in the KEV catalogue since 2026-10-09',
    ]);
  });

  it.each([
    ['an unknown command', ['scann'], 2, /Did you mean scan/],
    ['an unknown option', ['scan', '--jsn'], 2, /Did you mean --json/],
    ['a missing argument', ['cve'], 2, /missing required argument 'id'/],
    ['two forms at once', ['scan', '--sarif', '--json'], 2, /cannot be written to the same output\./],
    [
      'a threshold that is none',
      ['scan', '--fail-on', 'epss=2'],
      2,
      /Expected critical, high, medium, low, kev or epss=0\.1\./,
    ],
    ['a path that is missing', ['scan', 'nowhere'], 2, /nowhere: no such file or directory/],
    ['a search for nothing', ['search'], 2, /Add words, or use --severity, --ecosystem or --kev\./],
    ['a pipe that is not named', ['scan', '-'], 2, /\/dev\/stdin/],
    [
      'an id that is none',
      ['cve', 'log4shell'],
      2,
      /CVE_INVALID_ID[^]*Expected an ID such as CVE-2024-3094\. Use almanac search/,
    ],
    [
      'a severity that is none',
      ['search', 'x', '--severity', 'hot'],
      2,
      /choices are critical, high, medium, low, unknown/,
    ],
    ['an ecosystem that is none', ['package', 'x', '--ecosystem', 'Npm'], 2, /Did you mean npm/],
    ['one that is like no other', ['package', 'x', '--ecosystem', 'mine'], 2, /npm, PyPI, Go/],
    ['an address that is none', ['status', '--api', 'nowhere'], 2, /Example: http/],
    ['a shell that is none', ['completion', 'csh'], 2, /bash, zsh, fish/],
    ['a CVE that nobody has', ['cve', IDS.unknown], 5, /CVE_UNKNOWN/],
    ['its dossier', ['dossier', IDS.unknown], 5, /CVE_UNKNOWN/],
    [
      'an API that is away',
      ['scan', 'kept', '--api', 'http://127.0.0.1:1/'],
      4,
      /\? Set another URL with --api or ALMANAC_API\./,
    ],
  ])('tells of %s what to do', { timeout: 30_000 }, async (_name, args, code, words) => {
    const ended = await ask(args);

    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toMatch(words);
    expect(ended.err).not.toMatch(/almanac: internal error:/);
  });

  it.each([
    ['status', ['status']],
    ['watch', ['watch', IDS.published]],
  ])('tells %s where a key that is not valid comes from', async (_name, args) => {
    const config = path.join(folder, 'expired');
    await mkdir(path.join(config, 'almanac'), { recursive: true });
    const kept = { [world.api]: { apiKey: 'alm_of-last-year', account: 'octocat', savedAt: '2025-01-01' } };
    await writeFile(path.join(config, 'almanac', 'credentials.json'), JSON.stringify(kept));

    const given = await ask(args, { environment: { ...environment, ALMANAC_API_KEY: 'alm_of-last-year' } });
    const ofLogin = await ask(args, { environment: { ...environment, XDG_CONFIG_HOME: config } });

    expect(given).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringMatching(/KEY_INVALID[^]*ALMANAC_API_KEY is set to this key: change or unset it\./),
    });
    expect(ofLogin).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringMatching(
        /almanac login saved this key\. Use almanac login to replace it, or almanac logout to remove it\./,
      ),
    });
  });

  it('takes an address below which there is no API for a mistake', async () => {
    const ended = await ask(['status', '--api', `${world.api}/elsewhere`]);

    expect(ended).toMatchObject({ code: 4, err: expect.stringMatching(/elsewhere the URL of the API/) });
  });

  it('prints what a watched CVE is, for programs too', async () => {
    const first = await ask(['watch', IDS.published, '--count', '1', '--json']);

    const lines = first.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first.code).toBe(0);
    expect(lines.map(({ field }) => field)).toEqual(['state', 'severity', 'exploited', 'epss', 'modified', 'fixes']);
  });
});

describe('login', () => {
  it('says that it was refused', async () => {
    expect(await refusedLogin).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/access was denied/) });
  });

  it('leads through the device flow to a key that is kept for its owner alone, and is forgotten by logout', async () => {
    const ended: Ended = await loggingIn.ended;

    const file = path.join(environment.XDG_CONFIG_HOME, 'almanac', 'credentials.json');
    const kept = JSON.parse(await readFile(file, 'utf8'))[world.api];
    const { mode } = await stat(file);
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/Logged in as octocat, 300 requests a minute/);
    expect(ended.out + ended.err).not.toContain(kept.apiKey);
    expect(ended.err).toMatch(/^Open http:\S+\/login\/device and enter the code [A-Z]{4}-[A-Z]{4}\n$/);
    expect(mode & 0o777).toBe(0o600);
    const used = await world.app.get('/api/v1/ghsa', { headers: { authorization: `Bearer ${kept.apiKey}` } });
    expect(used.status).toBe(200);

    const out = await ask(['logout']);

    expect(out).toMatchObject({ code: 0, out: expect.stringContaining('removed') });
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });
});
