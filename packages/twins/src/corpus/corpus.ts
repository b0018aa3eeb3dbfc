import type { GivenRecord } from '../feed/from-records.ts';
import { fieldsOf, listOf } from '../feed/record-feed.ts';
import type { SpooledRecord } from '../feed/spooled.ts';
import { advisoryOf } from './advisory.ts';
import { type CveFacts, cveFactsOf } from './cve-facts.ts';
import { exploitdbRecords, metasploitRecords, nucleiRecords } from './exploits.ts';
import { issueRecords } from './issues.ts';
import { corpusLines, idAfter } from './lines.ts';
import { type OsvLine, osvRecords } from './osv.ts';
import { type CorpusPackage, readPackages } from './packages.ts';
import { boundedPairs, type Pair, type PairRule, pairRule } from './pairs.ts';
import { epssRecords, kevCatalogue } from './scores.ts';
import { isAbout, isInShare, type NamesOfRecords, namesOfRecords, sameIds } from './slice.ts';

/** What is taken of the corpus: the records of these CVEs with all that belongs to them, a usual choice, or everything. */
export type CorpusChoice = { readonly cves: Iterable<string> } | 'default' | 'everything';

/** The corpus, or a slice of it, in the forms of the upstreams. Records are read when they are asked for. */
export interface Corpus {
  readonly records: Readonly<Record<CorpusSource, () => AsyncIterable<SpooledRecord> | Iterable<SpooledRecord>>>;
  readonly issues: readonly GivenRecord[];
  /** What the issues were made from. */
  readonly pairs: readonly Pair[];
  readonly packages: readonly CorpusPackage[];
}

/** Sources of which the corpus has records. */
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
] as const;
export type CorpusSource = (typeof CORPUS_SOURCES)[number];

export interface CorpusOptions {
  readonly choice: CorpusChoice;
  /** The days under which the two files of EPSS are given. */
  readonly epssDays?: readonly string[];
}

/** Reads as much of the corpus as it takes to know what belongs together. */
export async function openCorpus(root: string, { choice, epssDays }: CorpusOptions): Promise<Corpus> {
  const all = await readPackages(root);
  const rule = pairRule(all);
  if (choice === 'everything') {
    const cves = () => linesOf(root, CVES, everyOne);
    const nvd = () => linesOf(root, NVD, everyOne);
    const told = await factsOf(cves(), rule.of);
    const records = readersOf(root, { isTaken: everyOne, cves, nvd, osv: () => osvRecords(root), epssDays });
    return { ...trackedOf(told, rule.known, all), packages: all, records };
  }
  const osv = await Array.fromAsync(osvRecords(root));
  const ids = sameIds(choice === 'default' ? await usualChoice(root, rule, osv) : choice.cves, osv);
  const isTaken = (cve: string) => ids.has(cve);
  const taken = osv.filter((line) => isAbout(line, ids));
  const cves = await Array.fromAsync(linesOf(root, CVES, isTaken));
  const nvd = await Array.fromAsync(linesOf(root, NVD, isTaken));
  const names = namesOfRecords();
  for (const { record } of nvd) names.addCpes(record);
  for (const line of taken) addNames(names, line);
  const told = await factsOf(cves, (each, text) => {
    for (const { name } of each.products) names.add(name);
    names.addCpes(text);
    return rule.of(each);
  });
  const known = rule.known.filter(({ cve }) => ids.has(cve));
  const tracked = trackedOf(told, known, all);
  const inIssues = new Set(tracked.pairs.map(({ attribute }) => attribute));
  return {
    ...tracked,
    packages: all.filter((each) => inIssues.has(each.attribute) || names.isNamed(each)),
    records: readersOf(root, { isTaken, cves: () => cves, nvd: () => nvd, osv: () => taken, epssDays }),
  };
}

function everyOne(): true {
  return true;
}

interface File {
  readonly name: string;
  /** The text before the id in a line. */
  readonly mark: string;
}

const CVES: File = { name: 'cve-list/records.jsonl.gz', mark: '"cveId":"' };
const NVD: File = { name: 'nvd/records.jsonl.gz', mark: '"id":"' };

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

/** What the CVE records of a pair say, with its pairs. */
interface Told {
  readonly pairs: readonly Pair[];
  readonly facts: Pick<CveFacts, 'severity' | 'published'>;
}

async function factsOf(
  cves: AsyncIterable<Line> | Iterable<Line>,
  pairsOf: (facts: CveFacts, text: string) => readonly Pair[],
): Promise<ReadonlyMap<string, Told>> {
  const told = new Map<string, Told>();
  for await (const { id, record } of cves) {
    const facts = cveFactsOf(JSON.parse(record));
    const pairs = pairsOf(facts, record);
    if (pairs.length > 0) told.set(id, { pairs, facts: { severity: facts.severity, published: facts.published } });
  }
  return told;
}

function trackedOf(
  told: ReadonlyMap<string, Told>,
  known: readonly Pair[],
  packages: readonly CorpusPackage[],
): Pick<Corpus, 'issues' | 'pairs'> {
  const recordless = known.filter(({ cve }) => !told.has(cve));
  const pairs = boundedPairs([...[...told.values()].flatMap((each) => each.pairs), ...recordless]);
  const versions = new Map(packages.map(({ attribute, version }) => [attribute, version]));
  const subjects = pairs.map((pair) => ({
    ...pair,
    severity: told.get(pair.cve)?.facts.severity ?? null,
    published: told.get(pair.cve)?.facts.published ?? null,
    version: versions.get(pair.attribute) ?? null,
  }));
  return { pairs, issues: issueRecords(subjects) };
}

/** CVEs that an issue names, those that are exploited, and a share of all others that a record is about: some three thousand. */
async function usualChoice(root: string, rule: PairRule, osv: readonly OsvLine[]): Promise<ReadonlySet<string>> {
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
  for (const { aliases, others } of osv) {
    for (const id of [...aliases, ...others]) if (id.startsWith('CVE-') && isInShare(id)) chosen.add(id);
  }
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
  readonly osv: () => AsyncIterable<OsvLine> | Iterable<OsvLine>;
  readonly epssDays: readonly string[] | undefined;
}

function readersOf(root: string, { isTaken, cves, nvd, osv, epssDays }: Taken): Corpus['records'] {
  async function* osvTexts(): AsyncGenerator<SpooledRecord> {
    for await (const { id, text } of osv()) yield { id, record: text };
  }
  async function* advisories(): AsyncGenerator<SpooledRecord> {
    for await (const line of osv()) {
      if (line.id.startsWith('GHSA-')) yield { id: line.id, record: JSON.stringify(advisoryOf(line)) };
    }
  }
  async function* catalogue(): AsyncGenerator<SpooledRecord> {
    yield { id: 'catalogue', record: JSON.stringify(await kevCatalogue(root, isTaken)) };
  }
  return {
    cve_list_v5: cves,
    nvd,
    osv: osvTexts,
    advisory: advisories,
    kev: catalogue,
    epss: () => epssRecords(root, isTaken, epssDays),
    metasploit: () => metasploitRecords(root, isTaken),
    nuclei: () => nucleiRecords(root, isTaken),
    exploitdb: () => exploitdbRecords(root, isTaken),
  };
}
