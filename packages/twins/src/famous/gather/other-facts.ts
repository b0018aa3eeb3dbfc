import { corpusDocument, corpusLines } from '../../corpus/lines.ts';
import { EPSS_DAYS, kevCatalogue } from '../../corpus/scores.ts';
import { fieldsOf } from '../../feed/record-feed.ts';
import type { FamousRecord } from '../record.ts';
import { wordOf } from './shorten.ts';

export type OtherFacts = Pick<FamousRecord, 'kev' | 'epss' | 'weekly' | 'metasploit' | 'nuclei' | 'exploitdb'>;

export async function readOtherFacts(
  root: string,
  isTaken: (id: string) => boolean,
): Promise<(id: string) => OtherFacts> {
  const readers = await Promise.all([
    readKev(root, isTaken),
    readScores(root, isTaken),
    readWeekly(root, isTaken),
    readModules(root, isTaken),
    readTemplates(root, isTaken),
    readExploits(root),
  ]);
  return (id) => Object.assign({}, ...readers.map((facts) => facts.get(id)));
}

type Facts = ReadonlyMap<string, OtherFacts>;

async function readKev(root: string, isTaken: (id: string) => boolean): Promise<Facts> {
  const { vulnerabilities } = await kevCatalogue(root, isTaken);
  return new Map(
    vulnerabilities.map((entry) => {
      const fields = fieldsOf(entry);
      const kev = {
        vendor: wordOf(fields['vendorProject']),
        product: wordOf(fields['product']),
        added: wordOf(fields['dateAdded']),
        due: wordOf(fields['dueDate']),
        ...(fields['knownRansomwareCampaignUse'] === 'Known' ? { ransomware: true } : {}),
      };
      return [entry.cveID, { kev }];
    }),
  );
}

async function readScores(root: string, isTaken: (id: string) => boolean): Promise<Facts> {
  const [first, second] = await Promise.all(
    EPSS_DAYS.map(async (day) => {
      const scores = new Map<string, [number, number]>();
      for await (const line of corpusLines(root, `epss/epss_scores-${day}.csv.gz`)) {
        const [id = '', score, percentile] = line.toString().split(',');
        if (isTaken(id)) scores.set(id, [Number(score), Number(percentile)]);
      }
      return scores;
    }),
  );
  const facts = new Map<string, OtherFacts>();
  for (const [id, later] of second ?? []) {
    const earlier = first?.get(id);
    facts.set(id, { epss: earlier === undefined ? later : [...earlier, ...later] });
  }
  return facts;
}

interface History {
  readonly cve: string;
  readonly scores: readonly (readonly [day: string, score: number])[];
}

/** Omits weeks without a change. */
async function readWeekly(root: string, isTaken: (id: string) => boolean): Promise<Facts> {
  const facts = new Map<string, OtherFacts>();
  for await (const line of corpusLines(root, 'epss/history.jsonl.gz')) {
    const { cve, scores } = JSON.parse(line.toString()) as History;
    if (!isTaken(cve)) continue;
    const changes = scores.filter(([, score], at) => score !== scores[at - 1]?.[1]);
    facts.set(cve, { weekly: changes.map(([day, score]) => `${day} ${score}`).join(', ') });
  }
  return facts;
}

interface Module {
  readonly module: string;
  readonly cves: readonly string[];
  readonly disclosureDate: string | null;
}

async function readModules(root: string, isTaken: (id: string) => boolean): Promise<Facts> {
  const facts = new Map<string, OtherFacts>();
  for await (const line of corpusLines(root, 'exploits/metasploit-cve-modules.jsonl.gz')) {
    const { module, cves, disclosureDate } = JSON.parse(line.toString()) as Module;
    const path = module.replace(/^exploits\//, 'exploit/');
    const metasploit = { path, ...(disclosureDate === null ? {} : { disclosed: disclosureDate }) };
    // A module is listed once, under its first CVE.
    const first = cves.find(isTaken);
    if (first !== undefined && !facts.has(first)) facts.set(first, { metasploit });
  }
  return facts;
}

async function readTemplates(root: string, isTaken: (id: string) => boolean): Promise<Facts> {
  const facts = new Map<string, OtherFacts>();
  for await (const line of corpusLines(root, 'exploits/nuclei-cves.jsonl.gz')) {
    const { ID, Info } = fieldsOf(JSON.parse(line.toString()));
    const { Severity, Classification } = fieldsOf(Info);
    const score = fieldsOf(Classification)['CVSSScore'];
    if (isTaken(wordOf(ID))) facts.set(wordOf(ID), { nuclei: { severity: wordOf(Severity), score: wordOf(score) } });
  }
  return facts;
}

async function readExploits(root: string): Promise<Facts> {
  const given = await corpusDocument<Record<string, readonly string[]>>(root, 'exploits/exploitdb-cve-to-edb.json.gz');
  return new Map(Object.entries(given).map(([id, [number]]) => [id, { exploitdb: Number(number) }]));
}
