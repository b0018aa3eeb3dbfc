import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readSbom, spdxLacks } from '@almanac/core/sbom';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { csafFaults } from '../../core/test/csaf-standard.ts';
import { openCyclonedxSchema } from '../../core/test/cyclonedx-schema.ts';
import { xmlTags } from '../../core/test/xml-tags.ts';
import { NOW } from '../../server/test/support/worlds/package-world.ts';
import { FORMATS } from '../src/formats/all.ts';
import { FORMAT_NAMES, type FormatName, readFormat } from '../src/formats/names.ts';
import { almanac, type Ended } from './support/command-line.ts';
import { openWorld, type World } from './support/world.ts';

const SARIF_SCHEMA = path.resolve(
  import.meta.dirname,
  '../../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json',
);

let world: World;
let folder: string;
let scanned: Ended;
const texts = new Map<FormatName, string>();

/** An example project: affected, critical, suppressed, not rated, unknown, without a record; and names that are markup. */
const LOCKFILE = {
  name: 'example',
  lockfileVersion: 3,
  packages: {
    '': { name: 'example', dependencies: { left: '^1.0.0' } },
    'node_modules/left': { version: '1.0.0' },
    'node_modules/worst': { version: '1.0.0' },
    'node_modules/evil': { version: '1.0.0' },
    'node_modules/nobody': { version: '1.0.0' },
    'node_modules/@hostile/<b>|`x`': { version: '"&<' },
  },
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-formats-'));
  world = await openWorld(new Map());
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify(LOCKFILE, null, 2));
  await mkdir(path.join(folder, 'tools'));
  await writeFile(path.join(folder, 'tools', 'requirements.txt'), 'left==1.0\n-r other.txt\n');
  await run(['decide', 'CVE-2026-1002', 'pkg:npm/worst@1.0.0', '--reason', 'Not | called <here>.', '--author', 'ada']);
  scanned = await run(['scan', ...FORMAT_NAMES.flatMap((name) => ['--format', `${name}=out/${name}`])]);
  for (const name of FORMAT_NAMES) texts.set(name, await readFile(path.join(folder, 'out', name), 'utf8'));
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function run(args: readonly string[]): Promise<Ended> {
  await mkdir(path.join(folder, 'out'), { recursive: true });
  const environment = { ALMANAC_API: world.api, XDG_CONFIG_HOME: path.join(folder, 'config') };
  return almanac(args, { environment, folder, now: () => NOW.getTime() });
}

const text = (name: FormatName) => texts.get(name) ?? '';
const json = (name: FormatName) => JSON.parse(text(name));

describe('a scan in all formats at once', () => {
  it('ends as ever, prints nothing but the summary, and has each', () => {
    expect([scanned.code, scanned.out]).toEqual([1, '']);
    expect(scanned.err).toMatch(/^2 affected, /);
    expect(Object.keys(FORMATS)).toEqual([...FORMAT_NAMES]);
  });

  it.each(FORMAT_NAMES)('is as it was looked at: %s', async (name) => {
    const origin = new URL(world.api).origin;
    const seen = text(name).replaceAll(origin, 'https://almanac.example').replaceAll(encodeURIComponent(origin), '');

    await expect(seen).toMatchFileSnapshot(`fixtures/formats/${name}`);
  });

  it.each(FORMAT_NAMES.filter((name) => name !== 'table' && name !== 'spdx'))(
    'names what is suppressed, and why: %s',
    (name) => {
      expect(text(name)).toContain('CVE-2026-1002');
      expect(text(name)).toMatch(/Not \\?\| called/);
    },
  );

  it.each(FORMAT_NAMES)('has nothing in it that steers a terminal: %s', (name) => {
    expect(text(name)).not.toMatch(/[^\P{C}\n]/u);
  });
});

describe('each by its standard', () => {
  it('CycloneDX by the official schema', () => {
    expect(openCyclonedxSchema()(json('cyclonedx'))).toEqual([]);
  });

  it('CSAF by the official schema, and the mandatory tests of the standard', async () => {
    expect(await csafFaults(json('csaf'))).toEqual([]);
    expect(await csafFaults({ document: {} })).not.toEqual([]);
  });

  it('SARIF by the official schema', () => {
    const schema = JSON.parse(readFileSync(SARIF_SCHEMA, 'utf8'));
    // Of draft 04, which differs from the drafts that the library reads in nothing that the schema uses but the name of its id.
    const { $schema: _, id: _id, ...rules } = schema as Record<string, unknown>;
    const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
    formats.default(ajv);
    const validate = ajv.compile(rules);

    validate(json('sarif'));

    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ version: '2.1.0' })).toBe(false);
  });

  it('SPDX with everything that is mandatory, and read again', () => {
    const { sbom } = readSbom(text('spdx'));

    expect(spdxLacks(json('spdx'))).toEqual([]);
    expect(sbom?.components.map(({ purl }) => purl)).toContain('pkg:npm/worst@1.0.0');
    expect(text('spdx')).toContain('not affected');
  });

  it('JUnit as XML, with counts that are those of its cases', () => {
    const tags = xmlTags(text('junit'));
    const suites = tags.filter(({ name }) => name === 'testsuite');

    const sum = (name: string) => suites.reduce((all, { attributes }) => all + Number(attributes[name]), 0);
    expect([sum('tests'), sum('failures'), sum('errors'), sum('skipped')]).toEqual(
      ['testcase', 'failure', 'error', 'skipped'].map((element) => tags.filter(({ name }) => name === element).length),
    );
  });

  it('SARIF with titles, help, the lines of a lockfile in JSON, and ranks that are the scores', () => {
    const { runs } = json('sarif') as {
      runs: { tool: { driver: { rules: Rule[] } }; results: Result[] }[];
    };
    const rules = runs.flatMap(({ tool }) => tool.driver.rules);
    const rule = rules.find(({ id }) => id === 'CVE-2026-1002');
    const result = runs.flatMap(({ results }) => results).find(({ ruleId }) => ruleId === 'CVE-2026-1002');
    const lines = JSON.stringify(LOCKFILE, null, 2).split('\n');

    expect(rule).toMatchObject({
      shortDescription: { text: expect.stringMatching(/^CVE-2026-1002: /) },
      help: { text: expect.stringContaining('CVSS 9.8'), markdown: expect.stringContaining('| Severity |') },
      properties: { 'security-severity': '9.8' },
    });
    expect(lines[(result?.locations[0]?.physicalLocation.region?.startLine ?? 0) - 1]).toContain('node_modules/worst');
    expect(result?.suppressions).toMatchObject([{ kind: 'external', status: 'accepted' }]);
  });

  it('SARIF as one run for all files, since GitHub refuses more than 20', async () => {
    const many = await mkdtemp(path.join(tmpdir(), 'almanac-many-'));
    const names = Array.from({ length: 25 }, (_, i) => `${i}/package-lock.json`);
    for (const [i, name] of names.entries()) {
      const versions = i === 24 ? { left: '1.0.0', worst: '1.0.0' } : { left: '1.0.0' };
      const packages = Object.entries(versions).map(([each, version]) => [`node_modules/${each}`, { version }]);
      await mkdir(path.dirname(path.join(many, name)));
      await writeFile(
        path.join(many, name),
        JSON.stringify({ lockfileVersion: 3, packages: Object.fromEntries(packages) }),
      );
    }

    const { out } = await almanac(['scan', '--sarif'], { environment: { ALMANAC_API: world.api }, folder: many });

    await rm(many, { recursive: true });
    const { runs } = JSON.parse(out) as {
      runs: {
        tool: { driver: { rules: Rule[] } };
        results: (Result & { ruleIndex: number })[];
        automationDetails: { id: string };
      }[];
    };
    expect(runs).toHaveLength(1);
    const [{ tool, results, automationDetails }] = runs as [(typeof runs)[number]];
    expect(automationDetails.id).toMatch(/^almanac\/urn:uuid:/);
    const filesWith = (id: string) =>
      results.flatMap(({ ruleId, locations }) =>
        ruleId === id ? [locations[0]?.physicalLocation.artifactLocation.uri] : [],
      );
    expect(new Set(filesWith('CVE-2026-1001'))).toEqual(new Set(names));
    expect(filesWith('CVE-2026-1002')).toEqual([names[24]]);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
  });

  it('GitLab with the members that its schema requires', () => {
    const { version, scan, vulnerabilities, dependency_files: files } = json('gitlab');

    expect(version).toMatch(/^15\./);
    expect(scan).toMatchObject({
      type: 'dependency_scanning',
      status: 'success',
      start_time: expect.stringMatching(/^[^Z]{19}$/),
    });
    expect(new Set(vulnerabilities.map(({ id }: { id: string }) => id)).size).toBe(vulnerabilities.length);
    for (const one of vulnerabilities) {
      expect(Object.keys(one)).toEqual(expect.arrayContaining(['id', 'identifiers', 'location']));
      expect(['Critical', 'High', 'Medium', 'Low', 'Unknown']).toContain(one.severity);
    }
    expect(files.map(({ path: file }: { path: string }) => file)).toEqual([
      'package-lock.json',
      'tools/requirements.txt',
    ]);
  });

  it('GitHub one command a line, with everything escaped that would end one', () => {
    const lines = text('github').trim().split('\n');

    for (const line of lines) expect(line).toMatch(/^::(error|warning|notice)( [a-z]+=[^:]*)?::./);
    expect(lines[0]).toMatch(
      /^::error file=package-lock\.json,line=\d+,title=CVE-2026-1001 in left 1\.0\.0 \(high%2C exploited\)::/,
    );
  });

  it('HTML and Markdown with nothing of others as markup', () => {
    expect(text('html')).not.toMatch(/<b>|<script|<here/);
    expect(text('markdown')).not.toMatch(/(?<!\\)<here/);
    for (const line of text('markdown')
      .split('\n')
      .filter((each) => each.startsWith('|'))) {
      expect(line.replaceAll('\\|', '').split('|')).toHaveLength(7);
    }
  });
});

interface Rule {
  readonly id: string;
}

interface Result {
  readonly ruleId: string;
  readonly suppressions?: readonly object[];
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region?: { readonly startLine: number };
    };
  }[];
}

describe('--format', () => {
  it.each([
    ['sarif', { name: 'sarif', file: null }],
    ['SARIF=a=b.sarif', { name: 'sarif', file: 'a=b.sarif' }],
    ['sarif=', null],
    ['xml', null],
    ['', null],
  ])('reads %j', (given, expected) => {
    expect(readFormat(given)).toEqual(expected);
  });

  it.each([
    [
      'two to one place',
      ['scan', '--format', 'json', '--format', 'sarif'],
      2,
      /json and sarif cannot be written to the same output/,
    ],
    ['an alias and another', ['scan', '--vex', '--json'], 2, /cannot be written to the same output\./],
    ['one that is none', ['scan', '--format', 'xml'], 2, /Expected one of table, json, sarif/],
    ['a folder that is missing', ['scan', '--format', 'json=no/where.json'], 2, /Cannot write/],
  ])('refuses %s', async (_, args, code, words) => {
    const ended = await run(args);

    expect([ended.code, ended.out]).toEqual([code, '']);
    expect(ended.err).toMatch(words);
  });

  it('prints one and writes another', async () => {
    const ended = await run(['scan', '--format', 'table', '--format', 'json=out/again.json']);

    expect([ended.code, ended.err]).toEqual([1, '']);
    expect(ended.out).toMatch(/CVE-2026-1001/);
    expect(JSON.parse(await readFile(path.join(folder, 'out', 'again.json'), 'utf8')).exitCode).toBe(1);
  });

  it('writes the same by an alias', async () => {
    for (const [alias, name] of [
      ['--json', 'json'],
      ['--sarif', 'sarif'],
      ['--vex', 'openvex'],
      ['--cyclonedx-vex', 'cyclonedx'],
    ] as const) {
      const ended = await run(['scan', alias]);

      expect(ended.out).toBe(text(name));
    }
  });
});
