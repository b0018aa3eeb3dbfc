import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { EPSS_DAYS, type GivenRecord, OSV_FILES, type SpooledRecord } from '@almanac/twins';
import { corpusFile } from '../../../../../test/corpus.ts';

/** One record in so many, the same ones in every state and source. */
export type Share = 1 | 10 | 50;

/** What an upstream had over time, and what has to come of it. */
export interface Upstream<R> {
  readonly records: readonly R[];
  /** How many records there are at the end. */
  readonly live: number;
  /** How many versions they have together: a record that comes again with the same content is no new one. */
  readonly versions: number;
  /** Lines that a later one of the same id took the place of. */
  readonly duplicates: number;
}

export function isTaken(id: string, share: Share): boolean {
  return crc32(id) % share === 0;
}

/** The texts of a file of one record a line, with the id that follows `mark`. To parse what is not taken would take long. */
export function* takenLines(
  file: string,
  mark: string,
  share: Share,
): Generator<{ readonly id: string; readonly text: string }> {
  const bytes = gunzipSync(readFileSync(corpusFile(file)));
  for (let at = 0, end = 0; at < bytes.length; at = end + 1) {
    end = bytes.indexOf(10, at);
    if (end === -1) end = bytes.length;
    const from = bytes.indexOf(mark, at) + mark.length;
    const id = bytes.toString('latin1', from, bytes.indexOf('"', from));
    if (isTaken(id, share)) yield { id, text: bytes.toString('utf8', at, end) };
  }
}

/** Elements of `vulnerabilities`, a line each. */
export function nvdLines(share: Share): Upstream<SpooledRecord> {
  return linesOf(['nvd/records.jsonl.gz'], share, (value) => (value as { cve: { id: string } }).cve.id);
}

export function osvLines(share: Share): Upstream<SpooledRecord> {
  const files = OSV_FILES.map((name) => `osv/${name}.jsonl.gz`);
  return linesOf(files, share, (value) => (value as { id: string }).id);
}

function linesOf(files: readonly string[], share: Share, idOf: (value: unknown) => string): Upstream<SpooledRecord> {
  const found = new Map<string, SpooledRecord>();
  let lines = 0;
  for (const file of files) {
    for (const { text } of takenLines(file, '"id":"', share)) {
      const id = idOf(JSON.parse(text));
      lines += 1;
      found.set(id, { id, record: text });
    }
  }
  return { records: [...found.values()], live: found.size, versions: found.size, duplicates: lines - found.size };
}

/** Whole files under their dates; a file is one record. */
export function epssFiles(share: Share): Upstream<GivenRecord> & { readonly scores: readonly number[] } {
  const files = EPSS_DAYS.map((day) => {
    const packed = readFileSync(corpusFile(`epss/epss_scores-${day}.csv.gz`));
    const lines = gunzipSync(packed).toString().trimEnd().split('\n');
    const kept = lines.filter((line, index) => index < 2 || isTaken(line.slice(0, line.indexOf(',')), share));
    const record = share === 1 ? packed : gzipSync(`${kept.join('\n')}\n`);
    return { given: { id: day, at: `${day}T13:00:00Z`, record }, scores: kept.length - 2 };
  });
  return {
    records: files.map(({ given }) => given),
    scores: files.map(({ scores }) => scores),
    live: files.length,
    versions: files.length,
    duplicates: 0,
  };
}

export const KEV_RELEASES = ['2025-08-25T18:00:00Z', '2026-08-07T18:00:00Z'] as const;

interface Catalogue {
  readonly count: number;
  readonly vulnerabilities: readonly { readonly cveID: string }[];
}

/** Two catalogues, each a record to the twin and as many to us as it has entries. */
export function kevCatalogues(share: Share): Upstream<GivenRecord> {
  const files = ['-2025-08', ''].map((name, index) => {
    const bytes = gunzipSync(readFileSync(corpusFile(`kev/known_exploited_vulnerabilities${name}.json.gz`)));
    const catalogue = JSON.parse(bytes.toString()) as Catalogue;
    const vulnerabilities = catalogue.vulnerabilities.filter(({ cveID }) => isTaken(cveID, share));
    const some = { ...catalogue, count: vulnerabilities.length, vulnerabilities };
    const record = share === 1 ? bytes : JSON.stringify(some);
    return { given: { id: 'catalogue', at: KEV_RELEASES[index] ?? '', record }, vulnerabilities };
  });
  const [before = [], after = []] = files.map(({ vulnerabilities }) => vulnerabilities);
  const earlier = new Map(before.map((entry) => [entry.cveID, entry]));
  const later = new Set(after.map(({ cveID }) => cveID));
  const changed = after.filter((entry) => !isDeepStrictEqual(earlier.get(entry.cveID), entry)).length;
  const gone = before.filter(({ cveID }) => !later.has(cveID)).length;
  const records = files.map(({ given }) => given);
  return { records, live: after.length, versions: before.length + changed + gone, duplicates: 0 };
}
