import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openSnapshot } from '@almanac/offline';
import { openSnapshot as openInBrowser } from '@almanac/offline/browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf, ROOT } from '../../../test/docs-pages.ts';
import { openPublisher, type Publisher, serveFolder } from '../../cli/test/support/publisher.ts';
import { agentOverStdio } from '../../server/test/support/agent.ts';
import {
  byId,
  openPackageApp,
  osvSays,
  type PackageApp,
  SEEN,
  wasRead,
} from '../../server/test/support/worlds/package-world.ts';

const LODASH = [{ ecosystem: 'npm', name: 'lodash', fixed: '4.17.21' }];
const LEFT = [{ ecosystem: 'PyPI', name: 'left', fixed: '2.0' }];

let given: PackageApp;
let publisher: Publisher;
beforeAll(async () => {
  given = await openPackageApp([], async (store, db) => {
    const records = [
      osvSays('GHSA-aaaa-bbbb-cccc', LODASH, { aliases: ['CVE-2026-1001'] }),
      osvSays('PYSEC-2026-2', LEFT),
      osvSays('PYSEC-2026-3', LEFT, { withdrawn: '2026-11-01T00:00:00Z' }),
    ];
    await store.put('osv', byId(...records), SEEN);
    await wasRead(db, 'osv');
  });
  publisher = await openPublisher(given.db);
  // Programs of their own have the clock of this machine.
  await publisher.publish(new Date());
}, 60_000);
afterAll(async () => {
  await given[Symbol.asyncDispose]();
  await publisher[Symbol.asyncDispose]();
});

const cacheFolder = (name: string) => path.join(publisher.base, name, 'almanac', 'db');

describe('openSnapshot', () => {
  it('judges a version, and lists what is known of all', async () => {
    await using snapshot = await openSnapshot({ source: publisher.folder, cache: cacheFolder('judged') });

    const affected = await snapshot.judge('pkg:npm/lodash@4.17.20');
    const fixed = await snapshot.judge('pkg:npm/lodash@4.17.21');
    const known = await snapshot.findVulnerabilities('npm', 'lodash');

    expect([affected.verdict, affected.matches.map(({ id }) => id)]).toEqual(['affected', ['CVE-2026-1001']]);
    expect(fixed.verdict).not.toBe('affected');
    expect(known).toMatchObject([
      {
        id: 'CVE-2026-1001',
        aliases: ['GHSA-aaaa-bbbb-cccc'],
        affected: [
          {
            source: 'osv',
            record: 'GHSA-aaaa-bbbb-cccc',
            sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
            ecosystem: 'npm',
            ranges: [
              {
                events: [
                  { type: 'introduced', version: '0' },
                  { type: 'fixed', version: '4.17.21' },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  it('leaves out what was withdrawn, and knows nothing of other names', async () => {
    await using snapshot = await openSnapshot({ source: publisher.folder });

    const ids = (await snapshot.findVulnerabilities('PyPI', 'Left')).map(({ id }) => id);

    expect(ids).toEqual(['PYSEC-2026-2']);
    expect(await snapshot.findVulnerabilities('PyPI', 'right')).toEqual([]);
    expect(await snapshot.findVulnerabilities('Nonsense', 'left')).toEqual([]);
  });

  it('keeps what questions needed, for those who ask without a connection', async () => {
    await using server = await serveFolder(publisher.folder);
    const cache = cacheFolder('kept');
    await (await openSnapshot({ source: server.url, cache })).close();
    {
      await using snapshot = await openSnapshot({ source: server.url, cache });
      await snapshot.judge('pkg:npm/lodash@4.17.20');
    }
    const asked = server.asked.length;

    await using offline = await openSnapshot({ cache });
    const { verdict } = await offline.judge('pkg:npm/lodash@4.17.20');
    const answers = await offline.judgeAll(['pkg:npm/lodash@4.17.20', 'pkg:pypi/left@1.0']);

    expect(verdict).toBe('affected');
    expect([...answers.values()].map((answer) => answer?.verdict ?? null)).toEqual(['affected', null]);
    await expect(offline.judge('pkg:pypi/left@1.0')).rejects.toMatchObject({ code: 'part_missing' });
    await expect(offline.findVulnerabilities('PyPI', 'left')).rejects.toMatchObject({ code: 'part_missing' });
    expect(server.asked).toHaveLength(asked);
  });

  it('refuses to answer once the snapshot has expired', async () => {
    let now = Date.now();
    await using snapshot = await openSnapshot({ source: publisher.folder, now: () => now });
    now += 49 * 3_600_000;

    await expect(snapshot.judge('pkg:npm/lodash@4.17.20')).rejects.toMatchObject({ code: 'snapshot_expired' });
    await expect(snapshot.findVulnerabilities('npm', 'lodash')).rejects.toMatchObject({ code: 'snapshot_expired' });
  });

  it('answers the same by the reader for browsers', async () => {
    await using server = await serveFolder(publisher.folder);
    const there = await openInBrowser({ source: server.url, key: publisher.key });
    await using here = await openSnapshot({ source: publisher.folder });

    for (const purl of [
      'pkg:npm/lodash@4.17.20',
      'pkg:npm/lodash@5',
      'pkg:pypi/left@1',
      'pkg:nix/curl@8',
      'nonsense',
    ]) {
      expect(await there.judge(purl)).toEqual(await here.judge(purl));
    }
    expect(await there.findVulnerabilities('npm', 'lodash')).toEqual(await here.findVulnerabilities('npm', 'lodash'));
  });

  it.each([
    ['an address with a password', { source: 'https://a:b@almanac.example' }, 'address_malformed'],
    ['no TLS and no key', { source: 'http://almanac.example' }, 'key_unknown'],
    ['an empty cache and no source', { cache: '/nonexistent' }, 'snapshot_missing'],
  ])('refuses %s', async (_name, options, code) => {
    await expect(openSnapshot(options)).rejects.toMatchObject({ code });
  });
});

describe('a program of its own', () => {
  const environment = (name: string) => ({
    PATH: process.env['PATH'] ?? '',
    ALMANAC_SNAPSHOT: publisher.folder,
    XDG_CACHE_HOME: path.join(publisher.base, name),
  });

  it('the example of the README runs, in twenty lines', async () => {
    const example = blocksOf('packages/offline/README.md').find(({ language }) => language === 'ts');
    mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
    const folder = mkdtempSync(path.join(ROOT, '.cache/offline-example-'));
    writeFileSync(path.join(folder, 'example.ts'), example?.code ?? '');
    const child = spawn(process.execPath, ['--conditions=@almanac/source', path.join(folder, 'example.ts')], {
      env: environment('example'),
    });
    const written = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      written.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      written.err += text;
    });

    const [code] = await once(child, 'close');
    rmSync(folder, { recursive: true });

    expect([code, written.err]).toEqual([0, '']);
    expect(written.out).toMatch(
      /^affected .* 4\.17\.21\nCVE-2026-1001 \S+ \[ '4\.17\.21' \]\npkg:npm\/left-pad@1\.3\.0 /,
    );
    expect(
      example?.code
        .trim()
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    ).toBeLessThanOrEqual(20);
  });

  it('almanac-mcp --offline answers agents, and names the tools that it has', async () => {
    const args = ['--conditions=@almanac/source', path.join(ROOT, 'packages/mcp/src/bin.ts'), '--offline'];
    const agent = await agentOverStdio({ command: process.execPath, args, env: environment('agent'), cwd: ROOT });

    const { tools } = await agent.listTools();
    const answer = await agent.callTool({ name: 'check_purls', arguments: { purls: ['pkg:npm/lodash@4.17.20'] } });
    const lockfile = { file_name: 'requirements.txt', text: 'left==1.0\n' };
    const scanned = await agent.callTool({ name: 'scan_lockfile', arguments: lockfile });
    await agent.close();

    expect(tools.map(({ name }) => name)).toEqual(['check_purls', 'scan_lockfile']);
    expect(answer.structuredContent).toMatchObject({ totals: { affected: 1 }, results: [{ verdict: 'affected' }] });
    expect(scanned.structuredContent).toMatchObject({ totals: { affected: 1, packages: 1 } });
  });

  it('almanac-mcp --offline tells an agent why nothing can be answered', async () => {
    const args = ['--conditions=@almanac/source', path.join(ROOT, 'packages/mcp/src/bin.ts'), '--offline'];
    const env = { ...environment('nothing'), ALMANAC_SNAPSHOT: path.join(publisher.base, 'nowhere') };
    const agent = await agentOverStdio({ command: process.execPath, args, env, cwd: ROOT });

    const answer = await agent.callTool({ name: 'check_purls', arguments: { purls: ['pkg:npm/lodash@4.17.20'] } });
    await agent.close();

    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer.content)).toMatch(/key_unknown[^]*treat every package as unknown/);
  });
});
