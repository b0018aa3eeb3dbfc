import { corpusLines } from '../../../../test/corpus.ts';
import type { RecordFact } from '../../src/matching/facts.ts';
import { recordFactOf } from '../../src/matching/load/record-facts.ts';
import { readCve } from '../../src/ranges/cve.ts';
import type { Assertion } from '../../src/ranges/model.ts';
import { readConfigurations, readNvd } from '../../src/ranges/nvd.ts';
import { readOsv } from '../../src/ranges/osv.ts';
import { member, text } from '../../src/ranges/untyped.ts';

/** What the corpus says about one CVE. */
export interface Told {
  readonly assertions: Assertion[];
  readonly records: RecordFact[];
  /** Ids of the CVE's own records, which are one vulnerability. */
  readonly ids: Set<string>;
}

/** Files of OSV in which cases have records. The distributions and the malicious packages have none. */
const OSV_FILES = ['pypa', 'go', 'rustsec', 'haskell', 'psf', 'julia', 'r-consortium', 'samples'];
const ID = /"CVE-\d{4}-\d{4,19}"/g;

/** Everything that the corpus has about these CVEs, each file read once; only lines that name one of them are parsed. */
export async function toldOf(cves: ReadonlySet<string>): Promise<ReadonlyMap<string, Told>> {
  const told = new Map<string, Told>([...cves].map((id) => [id, { assertions: [], records: [], ids: new Set([id]) }]));
  const wanted = (line: string) =>
    [...new Set(line.match(ID) ?? [])].map((id) => id.slice(1, -1)).filter((id) => cves.has(id));

  for await (const line of corpusLines('cve-list/records.jsonl.gz')) {
    const id = CVE_ID.exec(line)?.[1] ?? '';
    const entry = told.get(id);
    if (entry === undefined) continue;
    const value: unknown = JSON.parse(line);
    entry.assertions.push(...readCve(value).assertions);
    entry.records.push(recordFactOf({ source: 'cve_list_v5', key: id, value }));
  }
  for await (const line of corpusLines('nvd/records.jsonl.gz')) {
    const id = NVD_ID.exec(line)?.[1] ?? '';
    const entry = told.get(id);
    if (entry === undefined) continue;
    const value: unknown = member(JSON.parse(line), 'cve');
    entry.assertions.push(...readNvd(value).assertions);
    entry.records.push(recordFactOf({ source: 'nvd', key: id, value }));
  }
  for await (const line of corpusLines('nvd/anchore-overrides.jsonl.gz')) {
    const id = OVERRIDE_ID.exec(line)?.[1] ?? '';
    const entry = told.get(id);
    if (entry === undefined) continue;
    // Configurations alone: what NVD would say, had it looked.
    const configurations: unknown = member(member(JSON.parse(line), 'cve'), 'configurations');
    const given = Array.isArray(configurations) ? configurations : [];
    entry.assertions.push(...readConfigurations({ source: 'nvd', id }, given).assertions);
    entry.records.push(recordFactOf({ source: 'nvd', key: id, value: { id, configurations } }));
  }
  for (const file of OSV_FILES) {
    for await (const line of corpusLines(`osv/${file}.jsonl.gz`)) {
      const named = wanted(line);
      if (named.length === 0) continue;
      const parsed: unknown = JSON.parse(line);
      const value = file === 'samples' ? member(parsed, 'record') : parsed;
      const aliases: unknown = member(value, 'aliases');
      const key = text(member(value, 'id')) ?? '';
      for (const id of named) {
        if (key !== id && !(Array.isArray(aliases) && aliases.includes(id))) continue;
        const entry = told.get(id);
        entry?.assertions.push(...readOsv(value).assertions);
        entry?.records.push(recordFactOf({ source: 'osv', key, value }));
        entry?.ids.add(key);
      }
    }
  }
  return told;
}

const CVE_ID = /"cveId":"(CVE-\d{4}-\d{4,19})"/;
const NVD_ID = /^\{"cve":\{[^{}]*?"id":"(CVE-\d{4}-\d{4,19})"/;
const OVERRIDE_ID = /"cve_id":"(CVE-\d{4}-\d{4,19})"/;
