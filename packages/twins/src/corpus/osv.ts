import { fieldsOf, listOf } from '../feed/record-feed.ts';
import { corpusLines } from './lines.ts';

/** The exports of OSV's home databases that the corpus has whole. */
export const OSV_FILES: readonly string[] = [
  'almalinux',
  'bitnami',
  'drupal',
  'go',
  'haskell',
  'homebrew',
  'julia',
  'malicious-packages',
  'oss-fuzz',
  'psf',
  'pypa',
  'r-consortium',
  'rustsec',
];

const SAMPLES = 'samples';

/** Ids of home databases; the samples also have records that tests made up. */
const HOME_ID =
  /^(?:GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}|(?:PYSEC|GO|RUSTSEC|MAL|OSV)-\d{4}-\d+|(?:UBUNTU|CURL)-CVE-\d{4}-\d{4,}|(?:USN|DSA|DLA)-\d+-\d+|(?:RHSA|ALSA|ALBA|RLSA)-\d{4}:\d+|SUSE-SU-\d{4}:\d+-\d+|BIT-[a-z0-9-]+-\d{4}-\d{4,})$/;

/** A record of OSV with what links it to others. */
export interface OsvLine {
  readonly id: string;
  readonly aliases: readonly string[];
  /** What it names without being the same: `upstream` and `related`. */
  readonly others: readonly string[];
  /** Read each time, and so is the value: few of them are looked at, and to keep them all takes much memory. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Every record once: of a repeated id the last of the exports; of the samples, where no export has it, the newest. */
export async function* osvRecords(root: string): AsyncGenerator<OsvLine> {
  const seen = new Set<string>();
  for (const file of OSV_FILES) {
    const last = new Map<string, OsvLine>();
    for await (const bytes of corpusLines(root, `osv/${file}.jsonl.gz`)) {
      const line = lineOf(bytes, JSON.parse(bytes.toString()));
      // The place of the last one counts too: the order is that of the file without what was repeated.
      last.delete(line.id);
      last.set(line.id, line);
    }
    for (const [id, line] of last) {
      if (seen.has(id)) continue;
      seen.add(id);
      yield line;
    }
  }
  for (const [id, line] of await samples(root)) if (!seen.has(id)) yield line;
}

async function samples(root: string): Promise<ReadonlyMap<string, OsvLine>> {
  const found = new Map<string, OsvLine>();
  for await (const bytes of corpusLines(root, `osv/${SAMPLES}.jsonl.gz`)) {
    const { record } = JSON.parse(bytes.toString()) as { readonly record: unknown };
    const line = lineOf(Buffer.from(JSON.stringify(record)), record);
    if (!isValid(line)) continue;
    const before = found.get(line.id);
    if (before === undefined || modifiedOf(before) < modifiedOf(line)) found.set(line.id, line);
  }
  return found;
}

function isValid({ id, value }: OsvLine): boolean {
  return HOME_ID.test(id) && Number.isFinite(Date.parse(String(value['modified']))) && Array.isArray(value['affected']);
}

function modifiedOf({ value }: OsvLine): number {
  return Date.parse(String(value['modified']));
}

function lineOf(bytes: Buffer, record: unknown): OsvLine {
  const value = fieldsOf(record);
  const texts = (name: string) => listOf(value[name]).filter((each) => typeof each === 'string');
  return {
    id: String(value['id']),
    aliases: texts('aliases'),
    others: [...texts('upstream'), ...texts('related')],
    get text() {
      return bytes.toString();
    },
    get value() {
      return fieldsOf(JSON.parse(bytes.toString()));
    },
  };
}
