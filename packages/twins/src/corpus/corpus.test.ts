import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RAW_PATH } from '../cve-list/raw-routes.ts';
import { stillClock } from '../frame/clock.ts';
import { KEV_FEED_PATH } from '../kev/kev.ts';
import { TRACKER_PATH } from '../nixpkgs/nixpkgs.ts';
import { type Corpus, type CorpusChoice, openCorpus } from './corpus.ts';
import { startCorpusTwins } from './corpus-twins.ts';
import { OSV_FILES } from './osv.ts';

const [FIRST, SECOND, THIRD, OTHER] = ['CVE-2024-91001', 'CVE-2024-91002', 'CVE-2024-91003', 'CVE-2024-91004'] as const;

function cve(id: string, vendor: string, product: string) {
  const affected = [{ vendor, product, versions: [{ version: '1', status: 'affected' }] }];
  const metrics = [{ cvssV3_1: { baseSeverity: 'HIGH', baseScore: 7.5 } }];
  const cveMetadata = { cveId: id, state: 'PUBLISHED', datePublished: '2024-02-03T00:00:00.000Z' };
  return { dataType: 'CVE_RECORD', cveMetadata, containers: { cna: { affected, metrics, references: [] } } };
}

function osv(id: string, name: string, links: object) {
  const affected = [
    {
      package: { ecosystem: 'npm', name },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }],
    },
  ];
  return { id, modified: '2024-03-04T05:06:07Z', ...links, affected };
}

function override(id: string, criteria: string) {
  return { _annotation: { cve_id: id }, cve: { configurations: [{ nodes: [{ cpeMatch: [{ criteria }] }] }] } };
}

function carried(name: string, homepage: string | null = null) {
  const drv = `${'0'.repeat(32)}-${name.slice(name.lastIndexOf('.') + 1)}-1.2.3`;
  return {
    drv,
    name,
    version: '1.2.3',
    description: null,
    homepage,
    maintainers: ['ada'],
    position: null,
    patches: [],
  };
}

/** A corpus in small, of made-up records. */
const LINES: Readonly<Record<string, readonly unknown[]>> = {
  'cve-list/records.jsonl': [
    cve(FIRST, 'mast', 'mast'),
    cve(SECOND, 'Larkspur', 'Quill Editor'),
    cve(THIRD, 'n/a', 'n/a'),
    cve(OTHER, 'oar', 'oar'),
  ],
  'nvd/records.jsonl': [
    { cve: { id: FIRST, configurations: [{ criteria: 'cpe:2.3:a:rigging:boom:1.0:*:*:*:*:*:*:*' }] } },
  ],
  'nvd/anchore-overrides.jsonl': [
    override(SECOND, 'cpe:2.3:a:larkspur:forestay:1.0:*:*:*:*:*:*:*'),
    override(OTHER, 'cpe:2.3:a:oar:oar:1.0:*:*:*:*:*:*:*'),
  ],
  'osv/go.jsonl': [
    osv('GO-2024-9001', 'example.org/rigging/sail/v2', { aliases: [FIRST, 'GHSA-2222-3333-4444'] }),
    osv('GO-2024-9002', 'old', { aliases: [OTHER] }),
    osv('GO-2024-9002', 'oar-go', { aliases: [OTHER] }),
  ],
  'osv/almalinux.jsonl': [osv('ALSA-2024:9003', 'shroud', { related: [FIRST, OTHER] })],
  'osv/julia.jsonl': [osv('JLSEC-2024-9004', 'halyard', { upstream: [THIRD] })],
  'osv/samples.jsonl': [
    {
      record: osv('GHSA-2222-3333-4444', '@rigging/tiller', {
        aliases: [SECOND],
        database_specific: { severity: 'MODERATE' },
      }),
    },
    { record: osv('TEST-1', 'invented-by-a-test', { aliases: [FIRST] }) },
  ],
  'nixpkgs/packages-2025-09.jsonl': [
    ...['boom', 'forestay', 'halyard', 'mast', 'oar', 'quill-editor', 'sail', 'shroud', 'unrelated'].map((name) =>
      carried(name),
    ),
    carried('nodePackages.tiller', 'https://github.com/rigging/tiller'),
  ],
  'exploits/nuclei-cves.jsonl': [
    { ID: FIRST, Info: {} },
    { ID: OTHER, Info: {} },
  ],
  'exploits/metasploit-cve-modules.jsonl': [
    { module: 'exploits/linux/mast', name: 'Mast', cves: [FIRST], disclosureDate: null },
  ],
};

const DOCUMENTS: Readonly<Record<string, unknown>> = {
  'kev/known_exploited_vulnerabilities.json': {
    title: 'Made up',
    count: 2,
    vulnerabilities: [{ cveID: FIRST }, { cveID: OTHER }],
  },
  'exploits/exploitdb-cve-to-edb.json': { [FIRST]: ['7', '8'], [SECOND]: ['8'], 'CVE-202': ['9'] },
  'repology/mast.json': [{ repo: 'nix_unstable', srcname: 'mast', version: '1.2.3', status: 'newest' }],
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'made-corpus-'));
  const write = async (name: string, text: string) => {
    await mkdir(path.join(root, path.dirname(name)), { recursive: true });
    await writeFile(path.join(root, `${name}.gz`), gzipSync(text));
  };
  const empty = OSV_FILES.map((name) => [`osv/${name}.jsonl`, []] as const);
  for (const [name, lines] of Object.entries({ ...Object.fromEntries(empty), ...LINES })) {
    await write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  for (const [name, document] of Object.entries(DOCUMENTS)) await write(name, JSON.stringify(document));
  for (const day of ['2026-08-09', '2026-08-16']) {
    await write(`epss/epss_scores-${day}.csv`, `#x\ncve,epss,percentile\n${FIRST},0.5,0.9\n${OTHER},0.1,0.2\n`);
  }
});
afterAll(() => rm(root, { recursive: true }));

const open = (choice: CorpusChoice) => openCorpus(root, { choice });
const idsOf = async (corpus: Corpus, source: keyof Corpus['records']) =>
  (await Array.fromAsync(corpus.records[source]())).map(({ id }) => id).toSorted();

describe('a slice', () => {
  it('has every record that means the chosen CVE, through aliases, and those that name it', async () => {
    const corpus = await open({ cves: [FIRST] });

    // The advisory is an alias of an alias, and so is its other CVE.
    expect(await idsOf(corpus, 'cve_list_v5')).toEqual([FIRST, SECOND]);
    expect(await idsOf(corpus, 'osv')).toEqual(['ALSA-2024:9003', 'GHSA-2222-3333-4444', 'GO-2024-9001']);
    expect(await idsOf(corpus, 'advisory')).toEqual(['GHSA-2222-3333-4444']);
    expect(await idsOf(corpus, 'nvd')).toEqual([FIRST]);
    expect(await idsOf(corpus, 'nvd_overrides')).toEqual([SECOND]);
    expect(await idsOf(corpus, 'nuclei')).toEqual([FIRST]);
    expect(await idsOf(corpus, 'metasploit')).toEqual(['exploit_linux/mast']);
    expect(await idsOf(corpus, 'exploitdb')).toEqual(['7', '8']);
  });

  it('does not go on through what is related', async () => {
    const corpus = await open({ cves: [THIRD] });

    expect(await idsOf(corpus, 'cve_list_v5')).toEqual([THIRD]);
    expect(await idsOf(corpus, 'osv')).toEqual(['JLSEC-2024-9004']);
  });

  it('has every package that a record could concern, by attribute, name, CPE or the end of a path', async () => {
    const { packages } = await open({ cves: [FIRST] });

    const attributes = packages.map(({ attribute }) => attribute);
    expect(attributes).toEqual(['boom', 'forestay', 'mast', 'nodePackages.tiller', 'quill-editor', 'sail', 'shroud']);
  });

  it('has the scores and the catalogue of its CVEs alone', async () => {
    const corpus = await open({ cves: [OTHER] });

    const [catalogue] = await Array.fromAsync(corpus.records.kev());
    expect(JSON.parse(String(catalogue?.record))).toMatchObject({ count: 1, vulnerabilities: [{ cveID: OTHER }] });
    expect(await idsOf(corpus, 'epss')).toEqual(['2026-08-09', '2026-08-16']);
  });
});

it('the usual choice has the CVEs of issues and of the catalogue, and the share of the others', async () => {
  const corpus = await open('default');

  // The second is an alias of the first; the checksum of the third is not in the share.
  expect(await idsOf(corpus, 'cve_list_v5')).toEqual([FIRST, SECOND, OTHER]);
  expect(corpus.issues).toHaveLength(2);
});

describe('everything', () => {
  it('has each id once, the later line of two', async () => {
    const corpus = await open('everything');

    expect(await idsOf(corpus, 'cve_list_v5')).toHaveLength(4);
    expect(await idsOf(corpus, 'osv')).toEqual([
      'ALSA-2024:9003',
      'GHSA-2222-3333-4444',
      'GO-2024-9001',
      'GO-2024-9002',
      'JLSEC-2024-9004',
    ]);
    const again = (await Array.fromAsync(corpus.records.osv())).find(({ id }) => id === 'GO-2024-9002');
    expect(again?.record).toContain('oar-go');
    expect(await idsOf(corpus, 'nvd_overrides')).toEqual([SECOND, OTHER]);
    expect(corpus.packages).toHaveLength(10);
  });
});

describe('issues', () => {
  it('are the same each time, one for a pair, labelled with the severity', async () => {
    const [once, again] = [await open('everything'), await open('everything')];

    expect(again.issues).toEqual(once.issues);
    expect(once.pairs).toEqual([
      { cve: FIRST, attribute: 'mast', reason: 'product' },
      { cve: OTHER, attribute: 'oar', reason: 'product' },
    ]);
    expect(once.issues[0]?.record).toMatchObject({
      title: expect.stringContaining(FIRST),
      labels: [{ name: '1.severity: security' }, { name: '1.severity: high' }],
      state: expect.stringMatching(/^(open|closed)$/),
      created_at: expect.stringMatching(/^2024-02-0[4-8]T/),
    });
  });
});

it('twins serve it', async () => {
  const corpus = await open({ cves: [FIRST] });
  const read = new Map<string, number>();
  const clock = stillClock('2026-09-15T09:30:00Z');

  await using started = await startCorpusTwins(root, corpus, {
    clock,
    onRead: (source, count) => read.set(source, count),
  });
  const json = async (url: string): Promise<unknown> => (await fetch(url)).json();

  expect(Object.fromEntries(read)).toMatchObject({ cve_list_v5: 2, nvd_overrides: 1, osv: 3, packages: 7, nixpkgs: 1 });
  expect(await json(started.twins.kev.url + KEV_FEED_PATH)).toMatchObject({ vulnerabilities: [{ cveID: FIRST }] });
  expect(await json(`${started.twins.cve_list_v5.url + RAW_PATH}cves/deltaLog.json`)).toMatchObject([
    { new: [], updated: [{ cveId: SECOND }] },
    { fetchTime: expect.stringMatching(/^2026-08-26T/), updated: [{ cveId: SECOND }] },
    { new: [], updated: [] },
  ]);
  expect(await json(`${started.twins.nixpkgs.url + TRACKER_PATH}/issues?state=all`)).toHaveLength(1);
  expect(await json(`${started.twins.packages.url}/nixos-unstable/packages.json.br`)).toMatchObject({
    packages: { mast: { pname: 'mast', version: '1.2.3' } },
  });
});
