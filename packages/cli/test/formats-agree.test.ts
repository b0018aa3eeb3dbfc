import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { corpusArchive, hasCorpus } from '../../../test/corpus.ts';
import { xmlTags } from '../../core/test/xml-tags.ts';
import { NOW } from '../../server/test/support/worlds/package-world.ts';
import { FORMAT_NAMES, type FormatName } from '../src/formats/names.ts';
import { almanac } from './support/command-line.ts';
import { openWorld, type World } from './support/world.ts';

const HARBOUR = path.resolve(import.meta.dirname, '../../../examples/harbour');
const LOCKFILES = [
  'package-lock.json/CVEProject__cve-services/package-lock.json',
  'package-lock.json/package-url__packageurl-js/package-lock.json',
  'requirements.txt/home-assistant__core/requirements.txt',
  'Gemfile.lock/google__osv-scanner/docs/Gemfile.lock',
  'go.sum/golang__vulndb/go.sum',
];

const FILES = new Map<string, string>([
  ...['package-lock.json', 'requirements.txt'].map((name): [string, string] => {
    return [`harbour/${name}`, readFileSync(path.join(HARBOUR, name), 'utf8')];
  }),
  ...(hasCorpus ? readLockfiles() : []),
]);

function readLockfiles(): [string, string][] {
  const archive = corpusArchive('lockfiles/lockfiles.tar.gz');
  return LOCKFILES.map((file) => [file, archive.get(file) ?? '']);
}

let folder: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-agree-'));
  world = await openWorld(FILES);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** `name version id` of everything that a format calls affected; a format that names no ids has `name version`. */
const READERS: Readonly<Record<FormatName, (text: string) => readonly string[]>> = {
  table: readTable,
  json: (text) =>
    (JSON.parse(text).findings as JsonRow[]).flatMap(({ component, findings }) =>
      findings
        .filter(({ status }) => status === 'affected')
        .map(({ id }) => `${component.name} ${component.version} ${id}`),
    ),
  markdown: (text) =>
    [...text.matchAll(/^\| (.+?) \| (\S+) \| ([^|]*) \|/gm)].flatMap(([, name = '', id = '', severity = '']) =>
      isSure(severity) && /-\d/.test(id) ? [`${name.replaceAll('\\', '')} ${id.replaceAll('\\', '')}`] : [],
    ),
  html: (text) =>
    [...text.matchAll(/<tr class="affected"><td>(.*?)<\/td><td><a [^>]*>(.*?)<\/a>/g)].map(
      ([, name, id]) => `${name} ${id}`,
    ),
  sarif: (text) =>
    (JSON.parse(text).runs as { results: SarifResult[] }[]).flatMap(({ results }) =>
      results
        .filter(
          ({ kind, level, suppressions = [] }) => kind === 'fail' && level !== 'note' && suppressions.length === 0,
        )
        .map(({ ruleId, message }) => `${message.text.split(' is affected by ', 1)[0]} ${ruleId}`),
    ),
  openvex: (text) =>
    (JSON.parse(text).statements as VexStatement[]).flatMap(({ status, vulnerability, products }) =>
      status === 'affected' ? products.map((product) => `${readProduct(product['@id'])} ${vulnerability.name}`) : [],
    ),
  csaf: readCsaf,
  cyclonedx: readCyclonedx,
  spdx: (text) =>
    (JSON.parse(text).packages as SpdxPackage[])
      .filter(({ annotations = [] }) => annotations.some(({ comment }) => comment.startsWith('affected:')))
      .map(({ name, versionInfo }) => `${name} ${versionInfo}`),
  junit: (text) => {
    const tags = xmlTags(text);
    return tags.flatMap(({ name }, i) => {
      return name === 'failure' ? [(tags[i - 1]?.attributes['name'] ?? '').replace(/: (\S+)$/, ' $1')] : [];
    });
  },
  gitlab: (text) =>
    (JSON.parse(text).vulnerabilities as GitlabFinding[])
      .filter(({ solution }) => solution !== undefined)
      .map(({ location: { dependency }, identifiers }) => {
        return `${dependency.package.name} ${dependency.version} ${identifiers[0]?.name}`;
      }),
  github: (text) =>
    [...text.matchAll(/^::(?:error|warning) .*title=(\S+) in (.+?) \([^)]*\)::/gm)].map(
      ([, id, name]) => `${name} ${id}`,
    ),
};

interface JsonRow {
  readonly component: { readonly name: string; readonly version: string | null };
  readonly findings: readonly { readonly id: string; readonly status: string }[];
}
interface SarifResult {
  readonly ruleId: string;
  readonly kind: string;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly suppressions?: readonly object[];
}
interface VexStatement {
  readonly status: string;
  readonly vulnerability: { readonly name: string };
  readonly products: readonly { readonly '@id': string }[];
}
interface SpdxPackage {
  readonly name: string;
  readonly versionInfo?: string;
  readonly annotations?: readonly { readonly comment: string }[];
}
interface GitlabFinding {
  readonly solution?: string;
  readonly identifiers: readonly { readonly name: string }[];
  readonly location: { readonly dependency: { readonly package: { readonly name: string }; readonly version: string } };
}

function isSure(severity: string): boolean {
  return !/possible|suppressed|patched/.test(severity);
}

function readTable(text: string): readonly string[] {
  const [head = '', ...lines] = text.split('\n');
  const from = (name: string) => head.indexOf(name);
  const [version, id, severity, next] = ['Version', 'Vulnerability', 'Severity', 'Upgrade to'].map(from);
  const end = lines.indexOf('');
  return lines.slice(0, end).flatMap((line) => {
    const cells = [line.slice(0, version), line.slice(version, id), line.slice(id, severity)].map((cell) =>
      cell.trim(),
    );
    return isSure(line.slice(severity, next)) ? [cells.join(' ')] : [];
  });
}

function readProduct(purl: string): string {
  const [, name = '', version = ''] = /^pkg:[^/]+\/(.+)@([^?#]+)/.exec(purl) ?? [];
  return `${decodeURIComponent(name)} ${decodeURIComponent(version)}`;
}

function readCsaf(text: string): readonly string[] {
  const { vulnerabilities } = JSON.parse(text) as {
    vulnerabilities: { cve?: string; ids?: { text: string }[]; product_status: { known_affected?: string[] } }[];
  };
  return vulnerabilities.flatMap(({ cve, ids = [], product_status: { known_affected: known = [] } }) =>
    known.map((product) => `${readProduct(product)} ${cve ?? ids[0]?.text}`),
  );
}

function readCyclonedx(text: string): readonly string[] {
  const { components, vulnerabilities } = JSON.parse(text) as {
    components: { 'bom-ref': string; name: string; group?: string; version?: string }[];
    vulnerabilities: { id: string; analysis: { state: string }; affects: { ref: string }[] }[];
  };
  const names = new Map(
    components.map((each) => [
      each['bom-ref'],
      `${each.group === undefined ? '' : `${each.group}/`}${each.name} ${each.version}`,
    ]),
  );
  return vulnerabilities.flatMap(({ id, analysis, affects }) =>
    analysis.state === 'exploitable' ? affects.map(({ ref }) => `${names.get(ref)} ${id}`) : [],
  );
}

/** Purls spell some names in small letters, and SPDX names no ids. */
function compare(all: readonly string[], name: FormatName): string[] {
  const words = all.map((each) => (name === 'spdx' ? each.split(' ').slice(0, 2).join(' ') : each).toLowerCase());
  return [...new Set(words)].toSorted();
}

it.each([...new Set([...FILES.keys()].map((file) => path.dirname(file)))])(
  'every format says affected where the table does: %s',
  async (given) => {
    const place = path.join(folder, given);
    await mkdir(place, { recursive: true });
    for (const [file, text] of FILES) {
      if (path.dirname(file) === given) await writeFile(path.join(folder, file), text);
    }
    const formats = FORMAT_NAMES.flatMap((name) => ['--format', `${name}=${name}.out`]);

    const { err } = await almanac(['scan', ...formats], {
      environment: { ALMANAC_API: world.api },
      folder: place,
      now: () => NOW.getTime(),
    });

    expect(err).toMatch(/affected/);
    const read = async (name: FormatName) => READERS[name](await readFile(path.join(place, `${name}.out`), 'utf8'));
    const table = await read('table');
    for (const name of FORMAT_NAMES) {
      const told = compare(await read(name), name);
      const expected = compare(table, name);
      // GitHub shows ten annotations of each level.
      const isCut = name === 'github' && expected.length > told.length;
      expect([name, told]).toEqual([name, isCut ? expected.filter((each) => told.includes(each)) : expected]);
    }
    console.log(`${given}: ${table.length} affected in ${FORMAT_NAMES.length} formats`);
  },
);
