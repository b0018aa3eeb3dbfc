import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IDS } from '../../server/test/support/worlds/cve-world.ts';
import { openGraphStore } from '../../server/test/support/worlds/graph-store.ts';
import { byId, NOW, osvSays, SEEN } from '../../server/test/support/worlds/package-world.ts';
import { almanac } from './support/command-line.ts';
import { openWorld, type World } from './support/world.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures/compare');
const SCANNERS = ['grype', 'trivy', 'osv-scanner'];

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-differences-'));
  world = await openWorld(new Map());
  for (const name of SCANNERS) await copyFile(path.join(FIXTURES, `${name}.json`), path.join(folder, `${name}.json`));
  const packages = { '': { name: 'ours' }, 'node_modules/left': { version: '1.0.0' } };
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [{ type: 'library', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' }],
  };
  await writeFile(path.join(folder, 'bom.json'), JSON.stringify(bom));
  await writeFile(path.join(folder, 'requirements.txt'), 'left==1\n?\n');
  await writeFile(path.join(folder, 'broken.json'), '{"matches": [');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const ask = (args: readonly string[], more = {}) =>
  almanac(args, { environment: { ALMANAC_API: world.api }, folder, now: () => NOW.getTime(), ...more });

describe('explain', () => {
  it.each([
    [
      'affected',
      ['pkg:npm/left@1.0.0', 'CVE-2026-1001'],
      1,
      /^CVE-2026-1001 affects left 1\.0\.0\. It is fixed in 2\.0\.0\. /,
    ],
    ['by another id', ['pkg:npm/left@1.0.0', 'GHSA-aaaa-aaaa-aaaa'], 1, /^CVE-2026-1001 affects left 1\.0\.0\./],
    ['what no CVE names', ['pkg:npm/evil@1.0.0', 'MAL-2026-1'], 1, /^MAL-2026-1 affects evil 1\.0\.0\./],
    [
      'which range matched',
      ['left', 'cve-2026-1001', '--ecosystem', 'npm', '--version', '1.0.0'],
      1,
      /OSV GHSA-aaaa-aaaa-aaaa +The query names the ecosystem\. Version 1\.0\.0 is in the affected range: every version up to but not including 2\.0\.0\./,
    ],
    [
      'not affected',
      ['pkg:npm/left@2.0.0', 'CVE-2026-1001'],
      0,
      /^CVE-2026-1001 does not affect left 2\.0\.0\.[^]*fixed in 2\.0\.0\./,
    ],
    ['without a version', ['pkg:npm/left', 'CVE-2026-1001'], 3, /may affect left \(no version given\)/],
    [
      'another package',
      ['pkg:npm/left@1.0.0', IDS.published],
      0,
      /^No CVE-2026-10001 record names left 1\.0\.0\. It may still be affected[^]*PyPI harbour/,
    ],
    ['a rejected one', ['pkg:npm/left@1.0.0', IDS.rejected], 0, /REJECTED|[Rr]ejected/],
    ['the collection', ['moored', 'CVE-2026-1001', '--version', '1.0'], 1, /^CVE-2026-1001 affects moored 1\.0\./],
  ])('says %s, with its age', async (_name, args, code, words) => {
    const ended = await ask(['explain', ...args]);

    expect(ended).toMatchObject({ code, err: '' });
    const text = ended.out.replaceAll(/\s+/g, ' ');
    expect(text).toMatch(words);
    expect(text).toMatch(/As of 2026-11-15 08:00 UTC\. Sources: /);
  });

  it.each([
    ['a CVE that nobody has', ['pkg:npm/left@1.0.0', IDS.unknown], 5, /CVE_UNKNOWN/],
    ['an id that is none', ['pkg:npm/left@1.0.0', 'heartbleed'], 2, /Known vulnerabilities: CVE-2026-1001/],
    ['two versions', ['pkg:npm/left@1.0.0', 'CVE-2026-1001', '--version', '2'], 2, /into the package URL/],
  ])('ends with a code of its own for %s', async (_name, args, code, words) => {
    expect(await ask(['explain', ...args])).toMatchObject({ code, out: '', err: expect.stringMatching(words) });
  });

  it('gives programs the same words and the evidence', async () => {
    const { code, out } = await ask(['explain', 'pkg:npm/left@1.0.0', 'CVE-2026-1001', '--json']);

    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      vulnerability: 'CVE-2026-1001',
      verdict: 'affected',
      conclusion: expect.stringMatching(/affects left/),
      records: expect.arrayContaining([{ who: 'OSV GHSA-aaaa-aaaa-aaaa', what: expect.any(String) }]),
      exitCode: 1,
      data: { matches: [{ cve: 'CVE-2026-1001' }] },
    });
  });
});

describe('compare', () => {
  it('says of each finding of grype why both agree or not', async () => {
    const { code, out } = await ask(['compare', 'grype.json', '--json']);

    const { groups, scanner } = JSON.parse(out) as {
      scanner: string;
      groups: {
        cause: string;
        side: string;
        findings: { id: string; package: { name: string; version: string }; why: string }[];
      }[];
    };
    const told = groups.flatMap(({ cause, side, findings }) =>
      findings.map(({ id, package: one }) => `${side} ${cause}: ${id} ${one.name} ${one.version}`),
    );
    expect([code, scanner]).toEqual([1, 'grype']);
    expect(told).toEqual([
      'both agree: CVE-2026-1001 left 1.0.0',
      'theirs version_excluded: CVE-2026-1001 left 2.0.0',
      'theirs rejected: CVE-2026-10003 worst 1.0.0',
      'theirs withdrawn: CVE-2026-10004 worst 1.0.0',
      'theirs other_package: CVE-2026-10001 worst 1.0.0',
      'theirs unknown_id: CVE-2026-10007 worst 1.0.0',
      'ours ignored_there: CVE-2026-1002 worst 1.5.0',
      'ours elsewhere_in_report: CVE-2026-1002 worst 1.0.0',
      'unknown no_purl: CVE-2026-1001 inner 1.0.0',
    ]);
    const excluded = groups.find(({ cause }) => cause === 'version_excluded')?.findings[0]?.why;
    expect(excluded).toMatch(/^OSV GHSA-aaaa-aaaa-aaaa: .*fixed in 2\.0\.0/);
  });

  it.each([
    ['trivy', 0, /^1 found by both, 0 only by the report, 0 only by Almanac, 0 unknown$/m],
    ['osv-scanner', 1, /Only Almanac: Missing from the report\. \(1\)[^]*MAL-2026-1 +evil/],
  ])('reads the report of %s', async (name, code, words) => {
    const ended = await ask(['compare', `${name}.json`]);

    expect(ended).toMatchObject({ code, err: '' });
    expect(ended.out).toMatch(words);
  });

  const compareGrype = async (name: string, version: string, ids: readonly string[]) => {
    const artifact = { name, version, purl: `pkg:npm/${name}@${version}` };
    const matches = ids.map((id) => ({ vulnerability: { id }, artifact }));
    await writeFile(path.join(folder, 'made.json'), JSON.stringify({ matches, descriptor: { name: 'grype' } }));
    const { groups } = JSON.parse((await ask(['compare', 'made.json', '--json'])).out) as {
      groups: { cause: string; findings: { why: string }[] }[];
    };
    return groups.flatMap(({ cause, findings }) => findings.map(({ why }) => [cause, why]));
  };

  it('knows that a record excludes a version beyond its range', async () => {
    const lodash = [{ ecosystem: 'npm', name: 'lodash', fixed: '4.17.12' }];
    const record = osvSays('GHSA-jf85-cpcp-j695', lodash, { aliases: ['CVE-2019-10744'] });
    await world.store.put('osv', byId(record), SEEN);

    const [why] = await compareGrype('lodash', '4.17.20', ['CVE-2019-10744']);

    expect(why).toEqual(['version_excluded', expect.stringMatching(/^OSV GHSA-jf85-cpcp-j695: .*fixed in 4\.17\.12/)]);
  });

  it('asks about one vulnerability where a package has more records than one answer lists', async () => {
    const records = Array.from({ length: 1_001 }, (_, i) =>
      osvSays(`VAST-2026-${i}`, [{ ecosystem: 'npm', name: 'vast', fixed: '1.0.0' }], {
        aliases: [`CVE-2026-${40_000 + i}`],
      }),
    );
    await world.store.put('osv', byId(...records), SEEN);

    const [why] = await compareGrype('vast', '9.0.0', ['CVE-2026-40500']);

    expect(why).toEqual(['version_excluded', expect.stringMatching(/^OSV VAST-2026-500: .*fixed in 1\.0\.0/)]);
  });

  it('agrees about more findings of a package than a brief answer carries', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `CVE-2026-${30_000 + i}`);
    const records = ids.map((id, i) =>
      osvSays(`TEST-2026-${i}`, [{ ecosystem: 'npm', name: 'many', fixed: '2.0.0' }], { aliases: [id] }),
    );
    await world.store.put('osv', byId(...records), SEEN);
    const artifact = { name: 'many', version: '1.0.0', purl: 'pkg:npm/many@1.0.0' };
    const matches = ids.map((id) => ({ vulnerability: { id }, artifact }));
    await writeFile(path.join(folder, 'many.json'), JSON.stringify({ matches, descriptor: { name: 'grype' } }));

    const { code, out } = await ask(['compare', 'many.json']);

    expect(code).toBe(0);
    expect(out).toMatch(/^60 found by both, 0 only by the report, 0 only by Almanac, 0 unknown$/m);
  });

  it('counts what was decided here as a cause of its own', async () => {
    const why = ['--reason', 'It is not called.', '--author', 'ada'];
    await ask(['decide', 'CVE-2026-1001', 'pkg:npm/left@1.0.0', ...why]);

    const decided = await ask(['compare', 'trivy.json']);
    const undecided = await ask(['compare', 'trivy.json', '--no-decisions']);
    await rm(path.join(folder, 'almanac.toml'));

    expect(decided).toMatchObject({
      code: 1,
      out: expect.stringMatching(/Suppressed by your decision\.[^]*It is not called\./),
    });
    expect(undecided.code).toBe(0);
  });

  it.each([
    ['no JSON', 'broken.json', /not JSON/],
    ['a bill of materials', 'bom.json', /it is not a JSON report from grype, trivy or osv-scanner/],
    ['nothing', 'nowhere.json', /Cannot read/],
  ])('refuses %s', async (_name, file, words) => {
    expect(await ask(['compare', file])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(words) });
  });

  it('never takes a report that names no package for agreement', async () => {
    await writeFile(path.join(folder, 'empty.json'), '{"results": []}');

    expect(await ask(['compare', 'empty.json'])).toMatchObject({
      code: 3,
      out: expect.stringMatching(/lists no packages/),
    });
  });
});

describe('sbom --at', () => {
  it.each([
    [
      'a lockfile',
      'package-lock.json',
      '2026-11-02',
      [],
      1,
      /left +1\.0\.0 +CVE-2026-1001 +high +observed +same as today/,
    ],
    ['a bill of materials', 'bom.json', '2026-11-02', [], 1, /affected \(reconstructed from dates\)$/m],
    ['a day before we looked', 'bom.json', '2026-10-02', [], 1, /high +reconstructed/],
    ['a lockfile before the record', 'package-lock.json', '2026-08-02', [], 3, /0 skipped of 1 component$/m],
    ['a lockfile that names more', 'requirements.txt', '2026-08-02', [], 3, /1 skipped of 2 components$/m],
    ['a day before the record', 'bom.json', '2026-08-02', [], 3, /1 new since then/],
    ['a day that may be taken as it is', 'bom.json', '2026-08-02', ['--allow-unknown=source_stale'], 0, /none known/],
  ])('says what %s came to, by the dates of its records', async (_name, file, at, more, code, words) => {
    const ended = await ask(['sbom', file, '--at', at, ...more]);

    expect(ended).toMatchObject({ code, err: '' });
    expect(ended.out).toMatch(words);
    expect(ended.out).toMatch(
      /Reconstructed from the sources' dates, not observed\.\s+OSV, [^]*had\s+not\s+been\s+read\s+in\s+time/,
    );
    expect(ended.out).not.toMatch(/up\s+to\s+date/);
  });

  it('says what was known, and how the sources were on that day', async () => {
    const ended = await ask(['sbom', 'bom.json', '--at', '2026-10-02', '--clock', 'known']);

    expect(ended).toMatchObject({ code: 3, err: '' });
    expect(ended.out).toMatch(
      /Observed: only records observed by that date count\.\s+On that date: Some sources were never/,
    );
  });

  it.each([
    ['no day', ['sbom', 'bom.json'], /--at/],
    ['a day that is none', ['sbom', 'bom.json', '--at', 'yesterday'], /expected a date/],
    ['what is no document', ['sbom', 'broken.json', '--at', '2026-11-02'], /SBOM_INVALID/],
  ])('ends with 2 for %s', async (_name, args, words) => {
    expect(await ask(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(words) });
  });

  it('prints the answer of the API', async () => {
    const { out } = await ask(['sbom', 'bom.json', '--at', '2026-11-02', '--json']);

    expect(JSON.parse(out)).toMatchObject({
      success: true,
      data: { past: { verdict: 'affected' }, difference: { same: 1 } },
    });
  });
});

describe('impact', () => {
  it.each([
    ['a CVE in the collection', 'CVE-2026-1001', 1, /moored +nixos-26\.05 +1\.0 +affected[^]*npm +left/],
    ['a CVE outside of it', IDS.published, 0, /No nixpkgs package matches this CVE\.[^]*PyPI +harbour/],
    ['a package of which nobody knows what is built from it', 'moored', 3, /moored +dependents unknown/],
  ])('shows %s', async (_name, subject, code, words) => {
    const ended = await ask(['impact', subject]);

    expect(ended).toMatchObject({ code, err: '' });
    expect(ended.out).toMatch(words);
  });

  it('prints the answer of the API, and knows what nobody has', async () => {
    const { body } = await world.app.get('/api/v1/graph/cve/CVE-2026-1001/affected?limit=200');

    const answer = await ask(['impact', 'CVE-2026-1001', '--json']);
    const unknown = await ask(['impact', IDS.unknown]);

    expect(JSON.parse(answer.out)).toEqual(body);
    expect(unknown).toMatchObject({ code: 5, out: '' });
  });

  it('counts what is built from a package once its dependencies are read', async () => {
    await using store = await openGraphStore({ url: world.databaseUrl });
    await store.run();
    world.app.clock.now += 60_000;

    const ended = await ask(['impact', 'libbuoy']);

    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toMatch(/^libbuoy +at least \d+ dependent packages$/m);
    expect(ended.out).toMatch(/longest chain +libbuoy › /);
    expect(ended.out).toMatch(/Counts are lower bounds/);
  });
});
