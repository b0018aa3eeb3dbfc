import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DECISION_STATUSES, JUSTIFICATIONS } from '@almanac/core/decisions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byId, NOW, osvSays, wasRead } from '../../server/test/support/worlds/package-world.ts';
import { JUSTIFICATION_WORDS, STATUSES } from '../src/scan/decision-words.ts';
import { almanac, type Ended } from './support/command-line.ts';
import { kevEntry, openWorld, type World } from './support/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-decisions-'));
  world = await openWorld(new Map());
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const DAY = 86_400_000;
const PURL = 'pkg:npm/worst@1.0.0';
const WHY = ['--reason', 'It is not called.', '--author', 'ada'];

/** A project of its own that locks these packages of npm. */
async function project(name: string, packages: Readonly<Record<string, string>> = { worst: '1.0.0' }): Promise<string> {
  const here = path.join(folder, name);
  const entries = Object.entries(packages).map(([each, version]) => [`node_modules/${each}`, { version }]);
  await mkdir(here, { recursive: true });
  const lockfile = { name, lockfileVersion: 3, packages: { '': { name }, ...Object.fromEntries(entries) } };
  await writeFile(path.join(here, 'package-lock.json'), JSON.stringify(lockfile, null, 2));
  return here;
}

function run(here: string, args: readonly string[], now = NOW.getTime()): Promise<Ended> {
  const environment = { ALMANAC_API: world.api, XDG_CONFIG_HOME: path.join(folder, 'config') };
  return almanac(args, { environment, folder: here, now: () => now });
}

/** A project with one finding, and a decision about it. */
async function decidedProject(name: string, more: readonly string[] = []): Promise<string> {
  const here = await project(name);
  const ended = await run(here, ['decide', 'CVE-2026-1002', PURL, ...WHY, ...more]);
  expect(ended).toMatchObject({ code: 0, err: '' });
  return here;
}

describe('a decision', () => {
  it('is written with the hashes that it rests on, and suppresses exactly what it names', async () => {
    const here = await decidedProject('kept', ['--justification', 'vulnerable_code_not_in_execute_path']);

    const text = await readFile(path.join(here, 'almanac.toml'), 'utf8');
    expect(text).toMatch(
      /^version = 1\n\n\[\[decision\]\]\nvulnerability = "CVE-2026-1002"\npackage = "pkg:npm\/worst"\n/,
    );
    expect(text).toMatch(/versions = \[ "1\.0\.0" \]/);
    expect(text).toMatch(
      /expires = 2027-02-13\n\n\[decision\.evidence\]\naffected = "[^"]+"\nseverity = "critical"\nexploited = false/,
    );
    expect(text).toMatch(/\{ source = "osv", id = "GHSA-bbbb-bbbb-bbbb", sha256 = "[0-9a-f]{64}" \}/);
    const ended = await run(here, ['scan']);
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/worst +1\.0\.0 +CVE-2026-1002 +critical, suppressed/);
    expect(ended.out).toMatch(/^0 affected, 1 not affected, .* of 1 component/m);
    expect(ended.out).toMatch(/^- 1 finding suppressed by a decision$/m);
  });

  it('by another id of the vulnerability says the same', async () => {
    const here = await project('alias');

    const decided = await run(here, ['decide', 'ghsa-bbbb-bbbb-bbbb', PURL, ...WHY]);

    expect([decided.code, (await run(here, ['scan'])).code]).toEqual([0, 0]);
  });
});

describe('a scan with decisions ends with', () => {
  const cases: readonly (readonly [string, number, RegExp, (here: string) => Promise<Ended>])[] = [
    ['0 where all is suppressed', 0, /1 finding suppressed by a decision/, (here) => run(here, ['scan'])],
    [
      '0 below a threshold by it',
      0,
      /0 findings at or above critical/,
      (here) => run(here, ['scan', '--fail-on', 'critical']),
    ],
    ['1 without them', 1, /1 affected/, (here) => run(here, ['scan', '--no-decisions'])],
    ['0 on the last day', 0, /suppressed by a decision/, (here) => run(here, ['scan'], NOW.getTime() + 90 * DAY)],
    [
      '1 where it has expired',
      1,
      /decision expired: CVE-2026-1002 in worst: The decision expired on 2027-02-13\./,
      (here) => run(here, ['scan'], NOW.getTime() + 91 * DAY),
    ],
    [
      '1 for another version',
      1,
      /decisions that match no finding: CVE-2026-1002 in pkg:npm\/worst/,
      async (here) => {
        await project(path.basename(here), { worst: '1.5.0' });
        return run(here, ['scan']);
      },
    ],
    [
      '1 where something else is found',
      1,
      /1 affected/,
      async (here) => {
        await project(path.basename(here), { worst: '1.0.0', left: '1.0.0' });
        return run(here, ['scan']);
      },
    ],
    [
      '2 where a decision is none',
      2,
      /almanac\.toml, decision 1: "expires" is missing/,
      async (here) => {
        const file = path.join(here, 'almanac.toml');
        await writeFile(file, (await readFile(file, 'utf8')).replace(/expires.*\n/, ''));
        return run(here, ['scan']);
      },
    ],
    [
      '2 where there are two files',
      2,
      /Both almanac\.toml and \.almanac\/decisions\.toml/,
      async (here) => {
        await mkdir(path.join(here, '.almanac'));
        await writeFile(path.join(here, '.almanac', 'decisions.toml'), 'version = 1\n');
        return run(here, ['scan']);
      },
    ],
    [
      '2 where a document is missing',
      2,
      /nowhere\.json: /,
      (here) => run(here, ['scan', '--decisions-from', 'nowhere.json']),
    ],
  ];
  it.each(cases)('%s', async (name, code, words, work) => {
    const here = await decidedProject(name.replaceAll(' ', '-'));

    const ended = await work(here);

    expect(ended.code).toBe(code);
    expect(ended.out + ended.err).toMatch(words);
  });

  it('3 where nobody can tell whether it is exploited by now', async () => {
    const here = await decidedProject('unverified');
    const { now } = world.app.clock;
    await wasRead(world.db, 'kev', { at: new Date(NOW.getTime() + 1), state: 'failed' });
    world.app.clock.now += 120_000;

    const ended = await run(here, ['scan']);
    world.app.clock.now = now + 240_000;
    await wasRead(world.db, 'kev', { at: new Date(NOW.getTime() + 2) });

    expect(ended.code).toBe(3);
    expect(ended.out).toMatch(/incomplete: could not check whether 1 suppressed finding/);
  });
});

describe('a decision reopens itself', () => {
  it('when a record changes, and when it is renewed rests on the new one', async () => {
    await world.store.put(
      'osv',
      byId(osvSays('GHSA-cccc-cccc-cccc', [{ ecosystem: 'npm', name: 'shifting', fixed: '2.0.0' }])),
      NOW,
    );
    const here = await project('changed', { shifting: '1.0.0' });
    const purl = 'pkg:npm/shifting@1.0.0';
    await run(here, ['decide', 'GHSA-cccc-cccc-cccc', purl, ...WHY]);
    const before = await run(here, ['scan']);
    const later = new Date(NOW.getTime() + 1_000);
    const wider = osvSays('GHSA-cccc-cccc-cccc', [{ ecosystem: 'npm', name: 'shifting', fixed: '3.0.0' }]);
    await world.store.put('osv', byId(wider), later);

    const after = await run(here, ['scan']);
    const json = await run(here, ['scan', '--json']);
    const renewed = await run(here, ['decide', 'GHSA-cccc-cccc-cccc', purl, '--renew']);
    const again = await run(here, ['scan']);

    expect([before.code, after.code, renewed.code, again.code]).toEqual([0, 1, 0, 0]);
    expect(after.out.replaceAll(/\s+/g, ' ')).toMatch(
      /decision reopened: GHSA-cccc-cccc-cccc in shifting: The affected versions changed from "[^"]*2\.0\.0[^"]*" to "[^"]*3\.0\.0[^"]*"\. OSV record GHSA-cccc-cccc-cccc changed\./,
    );
    expect(JSON.parse(json.out)).toMatchObject({
      decisions: { given: 1, suppressed: 0, reopened: 1, expired: 0 },
      findings: [{ findings: [{ decision: { state: 'reopened' } }] }],
    });
  });

  it('when somebody exploits it', async () => {
    const here = await decidedProject('exploited');
    const before = await run(here, ['scan']);
    await world.store.put('kev', { 'CVE-2026-1002': kevEntry('CVE-2026-1002') }, new Date(NOW.getTime() + 2_000));
    world.app.clock.now += 3_600_000;

    const after = await run(here, ['scan']);

    expect([before.code, after.code]).toEqual([0, 1]);
    expect(after.out).toMatch(/decision reopened: CVE-2026-1002 in worst: It is now known to be exploited\./);
  });
});

describe('decide', () => {
  it.each([
    ['what was not found', ['CVE-2026-9999', PURL, ...WHY], 2, /[^]*Found: CVE-2026-1002/],
    [
      'no version',
      ['CVE-2026-1002', 'pkg:npm/worst', ...WHY],
      2,
      /Missing: the version you use \(pkg:npm\/worst@VERSION\)\./,
    ],
    ['no package', ['CVE-2026-1002', 'pkg:worst', ...WHY], 2, /Invalid package pkg:worst/],
    [
      'a name that nixpkgs does not have',
      ['CVE-2026-1002', 'worst@1.0.0', ...WHY],
      2,
      /nixpkgs has no package worst@1\.0\.0\.[^]*pkg:npm\/worst@1\.0\.0/,
    ],
    ['no reason', ['CVE-2026-1002', PURL, '--author', 'ada'], 2, /Missing: a reason \(--reason "…"\)\./],
    ['nobody', ['CVE-2026-1002', PURL, '--reason', 'x'], 2, /Missing: an author \(--author NAME;/],
    [
      'all that is missing at once',
      ['CVE-2026-1002', 'pkg:npm/worst'],
      2,
      /Missing: the version [^]*, a reason [^]*, an author [^]*\./,
    ],
    ['too long a time', ['CVE-2026-1002', PURL, ...WHY, '--expires', '2028-01-01'], 2, /more than a year/],
    [
      'a status that is none',
      ['CVE-2026-1002', PURL, ...WHY, '--status', 'ignored'],
      2,
      /choices are not_affected, fixed/,
    ],
    [
      'a justification that goes with another status',
      ['CVE-2026-1002', PURL, ...WHY, '--status', 'fixed', '--justification', 'component_not_present'],
      2,
      /"justification" requires status not_affected/,
    ],
    [
      'a justification that is none',
      ['CVE-2026-1002', PURL, ...WHY, '--justification', 'because'],
      2,
      /Expected one of component_not_present/,
    ],
    ['nothing to renew', ['CVE-2026-1002', PURL, '--renew'], 2, /no decision about CVE-2026-1002/],
  ])('refuses %s', async (name, args, code, words) => {
    const here = await project(`refused-${name.replaceAll(' ', '-')}`);

    const ended = await run(here, ['decide', ...args]);

    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toMatch(words);
    await expect(readFile(path.join(here, 'almanac.toml'))).rejects.toThrow('ENOENT');
  });

  it('writes into the file that is there, for every version where asked', async () => {
    const here = await project('hidden', { worst: '1.5.0' });
    await mkdir(path.join(here, '.almanac'));
    await writeFile(path.join(here, '.almanac', 'decisions.toml'), '# Ours\nversion = 1\n');

    const ended = await run(here, ['decide', 'CVE-2026-1002', PURL, ...WHY, '--status', 'fixed', '--all-versions']);

    expect(ended).toMatchObject({ code: 0, out: expect.stringContaining('every version: fixed until 2027-02-13') });
    expect(await readFile(path.join(here, '.almanac', 'decisions.toml'), 'utf8')).toMatch(/^# Ours\nversion = 1\n/);
  });

  it.each([
    ['--author before all', ['--author', 'ada'], 'Ada in git', 'Decided by ada.'],
    ['git before USER', [], 'Ada in git', 'Decided by Ada in git (from git config user.name).'],
    ['USER where git has no name', [], '', 'Decided by somebody (from USER).'],
  ])('takes the author from %s, and says so', async (name, options, inGit, words) => {
    const here = await project(`author-${name.replaceAll(' ', '-')}`);
    const home = path.join(here, 'home');
    await mkdir(home);
    await writeFile(path.join(home, '.gitconfig'), inGit === '' ? '' : `[user]\n\tname = ${inGit}\n`);
    const git = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CEILING_DIRECTORIES: here,
    };

    const { code, out } = await almanac(['decide', 'CVE-2026-1002', PURL, '--reason', 'x', ...options], {
      environment: { ALMANAC_API: world.api, USER: 'somebody', ...git },
      folder: here,
      now: () => NOW.getTime(),
    });

    expect([code, out.split('\n').at(-2)]).toEqual([0, words]);
  });

  it('takes the words that core has', () => {
    expect([STATUSES, JUSTIFICATION_WORDS]).toEqual([DECISION_STATUSES, JUSTIFICATIONS]);
  });
});

describe('VEX that a scan writes', () => {
  it.each(['openvex', 'cyclonedx', 'csaf'])('as %s gives the same report when it is read again', async (format) => {
    const here = await project(`round-${format}`, {
      evil: '1.0.0',
      left: '1.0.0',
      worst: '2.0.0',
      nobody: '1.0.0',
    });
    await run(here, ['decide', 'MAL-2026-1', 'pkg:npm/evil@1.0.0', ...WHY]);
    const first = await run(here, ['scan', '--json', '--format', `${format}=vex.json`]);

    const second = await run(here, ['scan', '--no-decisions', '--decisions-from', 'vex.json', '--json']);

    expect([first.code, second.code]).toEqual([1, 1]);
    expect(JSON.parse(first.out).decisions).toMatchObject({ given: 1, suppressed: 1 });
    expect(withoutPlaces(second.out)).toEqual(withoutPlaces(first.out));
  });

  function withoutPlaces(out: string): unknown {
    return JSON.parse(out, (key, value) => (key === 'place' && /toml|vex/.test(String(value)) ? undefined : value));
  }
});
