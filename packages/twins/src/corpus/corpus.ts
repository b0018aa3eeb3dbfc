import type { GivenRecord } from '../feed/from-records.ts';
import { fieldsOf, listOf } from '../feed/record-feed.ts';
import type { SpooledRecord } from '../feed/spooled.ts';
import { advisoryOf } from './advisory.ts';
import { type CveFacts, cveFactsOf } from './cve-facts.ts';
import { exploitdbRecords, metasploitRecords, nucleiRecords } from './exploits.ts';
import { issueRecords } from './issues.ts';
import { corpusLines, idAfter } from './lines.ts';
import { type OsvLine, onePerId, osvLines } from './osv.ts';
import { type CorpusPackage, readPackages } from './packages.ts';
import { boundedPairs, mayBePaired, type Pair, pairRule } from './pairs.ts';
import { epssRecords, kevCatalogue } from './scores.ts';
import { isAbout, isInShare, type NamesOfRecords, namesOfRecords, sameIds } from './slice.ts';

/** The records of these CVEs and everything related, a usual selection, or everything. */
export type CorpusChoice = { readonly cves: Iterable<string> } | 'default' | 'everything';

/** Records are read on demand. */
export interface Corpus {
  readonly records: Readonly<Record<CorpusSource, () => AsyncIterable<SpooledRecord> | Iterable<SpooledRecord>>>;
  readonly issues: readonly GivenRecord[];
  /** The issues were made from these. */
  readonly pairs: readonly Pair[];
  readonly packages: readonly CorpusPackage[];
}

export const CORPUS_SOURCES = [
  'cve_list_v5',
  'osv',
  'advisory',
  'nvd',
  'epss',
  'kev',
  'metasploit',
  'nuclei',
  'exploitdb',
  'nvd_overrides',
] as const;
export type CorpusSource = (typeof CORPUS_SOURCES)[number];

export interface CorpusOptions {
  readonly choice: CorpusChoice;
  /** The dates to publish the two EPSS files under. */
  readonly epssDays?: readonly string[];
}

/** Reads only what is needed to relate the records. */
export async function openCorpus(root: string, { choice, epssDays }: CorpusOptions): Promise<Corpus> {
  return choice === 'everything' ? openAll(root, epssDays) : openSlice(root, choice, epssDays);
}

async function openAll(root: string, epssDays: CorpusOptions['epssDays']): Promise<Corpus> {
  const packages = await readPackages(root);
  const rule = pairRule(packages);
  const cves = () => linesOf(root, CVES, everyOne);
  const nvd = () => linesOf(root, NVD, everyOne);
  const overrides = () => linesOf(root, OVERRIDES, everyOne);
  const pairs = [...rule.known];
  const facts = new Map<string, CveFacts>();
  for await (const { id, record } of cves()) {
    const each = cveFactsOf(JSON.parse(record));
    const found = rule.of(each);
    if (found.length === 0) continue;
    pairs.push(...found);
    facts.set(id, each);
  }
  const osv = async () => onePerId(await osvLines(root));
  return {
    ...trackedOf(pairs, facts, packages),
    packages,
    records: readersOf(root, { isTaken: everyOne, cves, nvd, overrides, osv, epssDays }),
  };
}

async function openSlice(
  root: string,
  choice: Exclude<CorpusChoice, 'everything'>,
  epssDays: CorpusOptions['epssDays'],
): Promise<Corpus> {
  const lines = await osvLines(root);
  const ids = sameIds(choice === 'default' ? await usualChoice(root, lines) : choice.cves, lines);
  const isTaken = (cve: string) => ids.has(cve);
  const osv = onePerId(lines.filter((line) => isAbout(line, ids)));
  const cves = await Array.fromAsync(linesOf(root, CVES, isTaken));
  const nvd = await Array.fromAsync(linesOf(root, NVD, isTaken));
  const overrides = await Array.fromAsync(linesOf(root, OVERRIDES, isTaken));
  const facts = new Map(cves.map(({ id, record }) => [id, cveFactsOf(JSON.parse(record))]));

  const names = namesOfRecords();
  for (const { record } of [...cves, ...nvd, ...overrides]) names.addCpes(record);
  for (const { products } of facts.values()) for (const product of products) addProduct(names, product);
  for (const line of osv) addNames(names, line);
  const isPaired = mayBePaired([...facts.values()], ids);
  const packages = await readPackages(root, (each) => names.isNamed(each) || isPaired(each));

  const rule = pairRule(packages);
  const pairs = [...rule.known.filter(({ cve }) => ids.has(cve)), ...[...facts.values()].flatMap(rule.of)];
  const tracked = trackedOf(pairs, facts, packages);
  const inIssues = new Set(tracked.pairs.map(({ attribute }) => attribute));
  return {
    ...tracked,
    packages: packages.filter((each) => inIssues.has(each.attribute) || names.isNamed(each)),
    records: readersOf(root, {
      isTaken,
      cves: () => cves,
      nvd: () => nvd,
      overrides: () => overrides,
      osv: async () => osv,
      epssDays,
    }),
  };
}

/** Many records put the vendor before the product: Apache Spark by the Apache Software Foundation. */
function addProduct(names: NamesOfRecords, { vendor, name }: CveFacts['products'][number]): void {
  names.add(name);
  const [first = '', ...others] = name.split(' ');
  if (others.length > 0 && vendor?.split(' ', 1)[0] === first) names.add(others.join(' '));
}

function everyOne(): true {
  return true;
}

interface File {
  readonly name: string;
  readonly mark: string;
}

const CVES: File = { name: 'cve-list/records.jsonl.gz', mark: '"cveId":"' };
const NVD: File = { name: 'nvd/records.jsonl.gz', mark: '"id":"' };
const OVERRIDES: File = { name: 'nvd/anchore-overrides.jsonl.gz', mark: '"cve_id":"' };

interface Line {
  readonly id: string;
  readonly record: string;
}

type Lines = () => AsyncIterable<Line> | Iterable<Line>;

async function* linesOf(root: string, { name, mark }: File, isTaken: (cve: string) => boolean): AsyncGenerator<Line> {
  for await (const line of corpusLines(root, name)) {
    const id = idAfter(line, mark);
    if (isTaken(id)) yield { id, record: line.toString() };
  }
}

/** One issue per pair, with the first reason given for it. */
function trackedOf(
  given: readonly Pair[],
  facts: ReadonlyMap<string, CveFacts>,
  packages: readonly CorpusPackage[],
): Pick<Corpus, 'issues' | 'pairs'> {
  const byRule = given.toSorted((a, b) => Number(a.reason === 'known') - Number(b.reason === 'known'));
  const once = new Map(byRule.toReversed().map((pair) => [`${pair.cve} ${pair.attribute}`, pair]));
  const pairs = boundedPairs([...once.values()]);
  const versions = new Map(packages.map(({ attribute, version }) => [attribute, version]));
  const subjects = pairs.map((pair) => ({
    ...pair,
    severity: facts.get(pair.cve)?.severity ?? null,
    published: facts.get(pair.cve)?.published ?? null,
    version: versions.get(pair.attribute) ?? null,
  }));
  return { pairs, issues: issueRecords(subjects) };
}

const CVE_ID = /^CVE-\d{4}-\d{4,19}$/;

/** CVEs with an issue, exploited ones, and a share of the others: some three thousand. */
async function usualChoice(root: string, osv: readonly OsvLine[]): Promise<ReadonlySet<string>> {
  const rule = pairRule(await readPackages(root));
  const listed = new Set<string>();
  const pairs: Pair[] = [...rule.known];
  for await (const { id, record } of linesOf(root, CVES, everyOne)) {
    listed.add(id);
    pairs.push(...rule.of(cveFactsOf(JSON.parse(record))));
  }
  const chosen = new Set(boundedPairs(pairs).map(({ cve }) => cve));
  const { vulnerabilities } = await kevCatalogue(root, (cve) => listed.has(cve));
  for (const { cveID } of vulnerabilities) chosen.add(cveID);
  for (const id of listed) if (isInShare(id)) chosen.add(id);
  for await (const { id } of linesOf(root, NVD, isInShare)) chosen.add(id);
  for (const id of osv.flatMap(({ mentions }) => mentions)) if (CVE_ID.test(id) && isInShare(id)) chosen.add(id);
  return chosen;
}

function addNames(names: NamesOfRecords, { value }: OsvLine): void {
  for (const affected of listOf(value['affected'])) {
    const { name } = fieldsOf(fieldsOf(affected)['package']);
    if (typeof name === 'string') names.add(name);
  }
}

interface Taken {
  readonly isTaken: (cve: string) => boolean;
  readonly cves: Lines;
  readonly nvd: Lines;
  readonly overrides: Lines;
  readonly osv: () => Promise<readonly OsvLine[]>;
  readonly epssDays: readonly string[] | undefined;
}

function readersOf(root: string, { isTaken, cves, nvd, overrides, osv, epssDays }: Taken): Corpus['records'] {
  async function* osvTexts(): AsyncGenerator<SpooledRecord> {
    for (const { id, text } of await osv()) yield { id, record: text };
  }
  async function* advisories(): AsyncGenerator<SpooledRecord> {
    for (const line of await osv()) {
      if (line.id.startsWith('GHSA-')) yield { id: line.id, record: JSON.stringify(advisoryOf(line)) };
    }
  }
  async function* catalogue(): AsyncGenerator<SpooledRecord> {
    yield { id: 'catalogue', record: JSON.stringify(await kevCatalogue(root, isTaken)) };
  }
  return {
    cve_list_v5: cves,
    nvd,
    nvd_overrides: overrides,
    osv: osvTexts,
    advisory: advisories,
    kev: catalogue,
    epss: () => epssRecords(root, isTaken, epssDays),
    metasploit: () => metasploitRecords(root, isTaken),
    nuclei: () => nucleiRecords(root, isTaken),
    exploitdb: () => exploitdbRecords(root, isTaken),
  };
}
