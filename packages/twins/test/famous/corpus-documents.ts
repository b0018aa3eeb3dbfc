import { corpusRecords, corpusRoot } from '../../../../test/corpus.ts';
import { corpusDocument, corpusLines, idAfter } from '../../src/corpus/lines.ts';
import { OSV_FILES } from '../../src/corpus/osv.ts';
import type { FamousRecord } from '../../src/famous/record.ts';

/** A parsed document of the corpus: whatever it may hold. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Document = Record<string, any>;

/** What the corpus has of the well-known vulnerabilities, by id. */
export interface CorpusDocuments {
  /** Facts that were typed over, where the record itself is not there. */
  readonly typed: ReadonlyMap<string, Document>;
  /** Versions of the CVE record, newest first. */
  readonly cve: ReadonlyMap<string, readonly Document[]>;
  readonly osv: ReadonlyMap<string, readonly Document[]>;
  readonly nvd: ReadonlyMap<string, readonly Document[]>;
  readonly kev: ReadonlyMap<string, Document>;
  readonly modules: ReadonlyMap<string, Document>;
  readonly templates: ReadonlyMap<string, Document>;
  readonly exploits: Readonly<Record<string, readonly (string | number)[]>>;
  /** What Anchore adds to NVD's records. */
  readonly overrides: ReadonlyMap<string, Document>;
  /** Scores of weeks long before the known days. */
  readonly weekly: ReadonlyMap<string, Document>;
  /** Score and percentile of each known day. */
  readonly scores: ReadonlyMap<string, ReadonlyMap<string, readonly [string, string]>>;
  readonly packages: ReadonlyMap<string, Document>;
  /** Every CVE that a record of an OSV database names in any way. */
  readonly named: ReadonlySet<string>;
  /** Organisation of each numbering authority by its short name. */
  readonly assigners: ReadonlyMap<string, string>;
}

export async function readCorpus(
  records: readonly FamousRecord[],
  days: readonly string[],
  attributes: ReadonlySet<string>,
  extra: readonly string[],
): Promise<CorpusDocuments> {
  const ids = new Set(records.map(({ id }) => id));
  const known = records.flatMap(({ osv = [], ghsa }) => [...osv, ...(ghsa === undefined ? [] : [ghsa])]);
  const osvIds = new Set(known.map(({ id }) => id));
  const assigners = new Map<string, string>();
  const kev = await corpusDocument<Document>(corpusRoot, 'kev/known_exploited_vulnerabilities.json.gz');
  const { osv, named } = await readOsv(osvIds, extra);
  return {
    typed: new Map(
      (await Array.fromAsync(corpusRecords<Document>('famous/facts.jsonl'))).map((each) => [each['id'], each]),
    ),
    cve: await readCves(ids, assigners),
    osv,
    named,
    nvd: await readNvd(ids),
    kev: new Map(kev['vulnerabilities'].map((entry: Document) => [entry['cveID'], entry])),
    modules: await byKey('exploits/metasploit-cve-modules.jsonl.gz', 'module'),
    templates: await byKey('exploits/nuclei-cves.jsonl.gz', 'ID'),
    exploits: await corpusDocument(corpusRoot, 'exploits/exploitdb-cve-to-edb.json.gz'),
    overrides: await readOverrides(ids),
    weekly: await byKey('epss/history.jsonl.gz', 'cve'),
    scores: new Map(await Promise.all(days.map(async (day) => [day, await readScores(day, ids, extra)] as const))),
    packages: await readPackages(attributes),
    assigners,
  };
}

async function byKey(file: string, key: string): Promise<Map<string, Document>> {
  return new Map((await Array.fromAsync(corpusRecords<Document>(file))).map((each) => [String(each[key]), each]));
}

async function readCves(ids: ReadonlySet<string>, assigners: Map<string, string>): Promise<Map<string, Document[]>> {
  const found = new Map<string, Document[]>();
  for (const file of ['records', 'previous-week', 'previous-quarter']) {
    for await (const line of corpusLines(corpusRoot, `cve-list/${file}.jsonl.gz`)) {
      const id = idAfter(line, '"cveId":"');
      const name = idAfter(line, '"assignerShortName":"');
      if (!assigners.has(name)) assigners.set(name, idAfter(line, '"assignerOrgId":"'));
      if (ids.has(id)) found.set(id, [...(found.get(id) ?? []), JSON.parse(line.toString())]);
    }
  }
  return found;
}

async function readOsv(ids: ReadonlySet<string>, extra: readonly string[]) {
  const osv = new Map<string, Document[]>();
  const named = new Set<string>();
  for (const file of ['samples', ...OSV_FILES]) {
    for await (const line of corpusLines(corpusRoot, `osv/${file}.jsonl.gz`)) {
      for (const id of extra) if (line.includes(`"${id}"`)) named.add(id);
      // In some files the id is not the first member of that name: the record is parsed where any of them is wanted.
      const text = line.toString();
      if (![...text.matchAll(/"id": ?"([^"]+)"/g)].some(([, id]) => ids.has(id ?? ''))) continue;
      const parsed = JSON.parse(text) as Document;
      add(parsed['record'] ?? parsed);
    }
  }
  for await (const record of readTrackers()) add(record);
  return { osv, named };

  function add(record: Document): void {
    if (ids.has(record['id'])) osv.set(record['id'], [...(osv.get(record['id']) ?? []), record]);
  }
}

const RELEASES: Readonly<Record<string, string>> = { buster: 'Debian:10', bullseye: 'Debian:11' };

/** What the trackers of Debian and Alpine say, as OSV writes it. */
async function* readTrackers(): AsyncGenerator<Document> {
  for await (const { id, date, cves, releases } of corpusRecords<Document>('vex/debian-dsa-dla.jsonl.gz')) {
    const affected = releases.map((each: Document) =>
      fixedIn(RELEASES[each['release']], each['package'], each['fixed']),
    );
    yield { id, published: date, modified: date, upstream: cves, affected };
  }
  for await (const { branch, package: name, secfixes } of corpusRecords<Document>('vex/alpine-secdb.jsonl.gz')) {
    for (const [version, cves] of Object.entries<string[]>(secfixes)) {
      for (const cve of cves)
        yield { id: `ALPINE-${cve}`, upstream: [cve], affected: [fixedIn(`Alpine:${branch}`, name, version)] };
    }
  }
}

function fixedIn(ecosystem: string | undefined, name: string, fixed: string): Document {
  return { package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }] };
}

async function readNvd(ids: ReadonlySet<string>): Promise<Map<string, Document[]>> {
  const found = new Map<string, Document[]>();
  const keep = (cve: Document) => {
    if (ids.has(cve['id'])) found.set(cve['id'], [...(found.get(cve['id']) ?? []), cve]);
  };
  for await (const line of corpusLines(corpusRoot, 'nvd/records.jsonl.gz')) {
    if (ids.has(idAfter(line, '"id":"'))) keep(JSON.parse(line.toString())['cve']);
  }
  for await (const { response } of corpusRecords<Document>('nvd/api-responses.jsonl.gz')) {
    for (const { cve } of response['vulnerabilities'] ?? []) keep(cve);
  }
  return found;
}

async function readOverrides(ids: ReadonlySet<string>): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for await (const line of corpusLines(corpusRoot, 'nvd/anchore-overrides.jsonl.gz')) {
    const id = idAfter(line, '"cve_id":"');
    if (ids.has(id)) found.set(id, JSON.parse(line.toString()));
  }
  return found;
}

async function readScores(day: string, ids: ReadonlySet<string>, extra: readonly string[]) {
  const found = new Map<string, readonly [string, string]>();
  for await (const line of corpusLines(corpusRoot, `epss/epss_scores-${day}.csv.gz`)) {
    const [id = '', score = '', percentile = ''] = line.toString().split(',');
    if (ids.has(id) || extra.includes(id)) found.set(id, [score, percentile]);
  }
  return found;
}

async function readPackages(attributes: ReadonlySet<string>): Promise<Map<string, Document>> {
  const found = new Map<string, Document>();
  for await (const line of corpusLines(corpusRoot, 'nixpkgs/packages-2025-09.jsonl.gz')) {
    const name = idAfter(line, '"name":"');
    if (attributes.has(name)) found.set(name, JSON.parse(line.toString()));
  }
  return found;
}
