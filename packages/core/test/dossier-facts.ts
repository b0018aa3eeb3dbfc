import { corpusLines, corpusRecords } from '../../../test/corpus.ts';
import type { CveFacts, EpssFact, KevFact, RecordSource, SourceDocument } from '../src/dossier/facts.ts';

/** Those that name CVEs as aliases. */
const OSV = 'go rustsec haskell bitnami psf drupal homebrew pypa oss-fuzz r-consortium samples'.split(' ');

interface Known {
  cveList: SourceDocument | null;
  nvd: SourceDocument | null;
  osv: SourceDocument[];
  epss: EpssFact | null;
  kev: KevFact | null;
}

/** The facts of every CVE of the corpus that is wanted, put together as the service would. */
export async function corpusFacts(isWanted: (id: string) => boolean): Promise<CveFacts[]> {
  const known = new Map<string, Known>();
  const entry = (id: string): Known => {
    const found = known.get(id) ?? { cveList: null, nvd: null, osv: [], epss: null, kev: null };
    known.set(id, found);
    return found;
  };

  for await (const [id, record] of wantedLines('cve-list/records.jsonl.gz', CVE_LIST_ID, isWanted)) {
    entry(id).cveList = documentOf('cve_list_v5', id, record);
  }
  for await (const [id, record] of wantedLines('nvd/records.jsonl.gz', NVD_ID, isWanted)) {
    entry(id).nvd = documentOf('nvd', id, record);
  }
  for (const file of OSV) {
    for await (const line of corpusRecords<OsvLine>(`osv/${file}.jsonl.gz`)) {
      const record = line.record ?? line;
      const ids = new Set([record.id ?? '', ...(record.aliases ?? [])].filter((id) => isCve(id) && isWanted(id)));
      for (const id of ids) entry(id).osv.push(documentOf('osv', record.id ?? '', record));
    }
  }
  const catalogue = (await Array.fromAsync(corpusLines('kev/known_exploited_vulnerabilities.json.gz'))).join('\n');
  const { vulnerabilities } = JSON.parse(catalogue) as { vulnerabilities: (KevFact & { cveID: string })[] };
  for (const kev of vulnerabilities) if (isWanted(kev.cveID)) entry(kev.cveID).kev = kev;
  for await (const line of corpusLines('epss/epss_scores-2026-08-16.csv.gz')) {
    const [id = '', epss, percentile] = line.split(',');
    const found = known.get(id);
    if (found !== undefined) {
      found.epss = { epss: Number(epss), percentile: Number(percentile), date: '2026-08-16', model: null };
    }
  }
  const beside = { advisories: [], idService: null, announced: false, aliases: [] };
  return [...known].map(([id, found]) => Object.assign(found, beside, { id }));
}

interface OsvRecord {
  readonly id?: string;
  readonly aliases?: readonly string[] | null;
}
type OsvLine = OsvRecord & { readonly record?: OsvRecord };

const CVE_LIST_ID = /"cveId": ?"(CVE-\d{4}-\d{4,19})"/;
const NVD_ID = /"id": ?"(CVE-\d{4}-\d{4,19})"/;

async function* wantedLines(
  file: string,
  idIn: RegExp,
  isWanted: (id: string) => boolean,
): AsyncGenerator<[string, unknown]> {
  for await (const line of corpusLines(file)) {
    const id = idIn.exec(line)?.[1];
    if (id !== undefined && isWanted(id)) yield [id, JSON.parse(line)];
  }
}

function isCve(id: unknown): boolean {
  return typeof id === 'string' && id.startsWith('CVE-');
}

function documentOf(source: RecordSource, key: string, value: unknown): SourceDocument {
  const sha256 = '0'.repeat(64);
  return { source, key, value, sha256, observedAt: '2026-08-22T00:00:00.000Z', modified: null, withdrawn: false };
}
