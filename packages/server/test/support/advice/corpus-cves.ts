import { readFileSync } from 'node:fs';
import { crc32, gunzipSync } from 'node:zlib';
import { corpusFile } from '../../../../../test/corpus.ts';
import { takenLines } from '../corpus/records.ts';

/** Databases of ecosystems with versions that are compared. */
const DATABASES = ['pypa', 'go', 'rustsec', 'bitnami', 'drupal'] as const;

interface Line {
  readonly id: string;
  readonly aliases?: readonly string[];
  readonly upstream?: readonly string[];
  readonly affected?: readonly { readonly package?: { readonly ecosystem: string; readonly name: string } }[];
}

/**
 * Chooses CVEs: four in five are all those of packages with several, since one fix may bring the next vulnerability; the others are any
 * of the CVE list.
 */
export function listCorpusCves(count: number): string[] {
  const byPackage = new Map<string, Set<string>>();
  for (const database of DATABASES) {
    const text = gunzipSync(readFileSync(corpusFile(`osv/${database}.jsonl.gz`))).toString();
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const { id, aliases = [], upstream = [], affected = [] } = JSON.parse(line) as Line;
      const cves = [id, ...aliases, ...upstream].filter((each) => each.startsWith('CVE-'));
      for (const { package: named } of affected) {
        const key = `${named?.ecosystem}/${named?.name}`;
        const known = byPackage.get(key) ?? new Set();
        for (const cve of cves) known.add(cve);
        byPackage.set(key, known);
      }
    }
  }
  const packages = [...byPackage].filter(([, cves]) => cves.size > 1).toSorted(([a], [b]) => crc32(a) - crc32(b));
  const chosen = new Set<string>();
  for (const [, cves] of packages) {
    if (chosen.size >= count * 0.8) break;
    for (const cve of cves) chosen.add(cve);
  }
  for (const { id } of takenLines('cve-list/records.jsonl.gz', '"cveId":"', 50)) {
    if (chosen.size >= count) break;
    chosen.add(id);
  }
  return [...chosen].slice(0, count);
}
