import { gzipSync } from 'node:zlib';
import type { SpooledRecord } from '../feed/spooled.ts';
import { corpusDocument, corpusLines } from './lines.ts';

type Taken = (cve: string) => boolean;

export const EPSS_DAYS = ['2026-08-09', '2026-08-16'] as const;

/**
 * The corpus has two files without exact dates. With today's clock, pass recent days, because a source without recent
 * files counts as silent.
 */
export async function* epssRecords(
  root: string,
  isTaken: Taken,
  days: readonly string[] = EPSS_DAYS,
): AsyncGenerator<SpooledRecord> {
  for (const [index, kept] of EPSS_DAYS.entries()) {
    const day = days[index] ?? kept;
    const lines = [`#model_version:unknown,score_date:${day}T00:00:00Z`, 'cve,epss,percentile'];
    for await (const line of corpusLines(root, `epss/epss_scores-${kept}.csv.gz`)) {
      const text = line.toString('latin1');
      if (text.startsWith('CVE-') && isTaken(text.slice(0, text.indexOf(',')))) lines.push(text);
    }
    yield { id: day, at: `${day}T13:00:00Z`, record: gzipSync(`${lines.join('\n')}\n`) };
  }
}

interface Catalogue {
  readonly vulnerabilities: readonly { readonly cveID: string }[];
}

/** The newer catalogue as a single record. */
export async function kevCatalogue(root: string, isTaken: Taken): Promise<Catalogue> {
  const catalogue = await corpusDocument<Catalogue>(root, 'kev/known_exploited_vulnerabilities.json.gz');
  const vulnerabilities = catalogue.vulnerabilities.filter(({ cveID }) => isTaken(cveID));
  return Object.assign(catalogue, { count: vulnerabilities.length, vulnerabilities });
}
