import { fieldsOf, listOf } from '../feed/record-feed.ts';
import { lazy } from '../frame/memo.ts';
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

/** A record of OSV with what links it to others. All but `mentions` is read when it is asked for: few are looked at. */
export interface OsvLine {
  /** Every id that it may be or name; some of them may be of something within. */
  readonly mentions: readonly string[];
  readonly isSample: boolean;
  readonly id: string;
  readonly aliases: readonly string[];
  /** What it names without being the same: `upstream` and `related`. */
  readonly others: readonly string[];
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Every line of the exports, and of the samples those that are records of a home database. */
export async function osvLines(root: string): Promise<readonly OsvLine[]> {
  const lines: OsvLine[] = [];
  for (const file of OSV_FILES) {
    for await (const bytes of corpusLines(root, `osv/${file}.jsonl.gz`)) lines.push(lineOf(bytes, false));
  }
  for await (const bytes of corpusLines(root, `osv/${SAMPLES}.jsonl.gz`)) {
    const { record } = JSON.parse(bytes.toString()) as { readonly record: unknown };
    const line = lineOf(Buffer.from(JSON.stringify(record)), true);
    if (isValid(line)) lines.push(line);
  }
  return lines;
}

/** Each record once: of a repeated id the last line of the exports; of the samples, where no export has it, the newest. */
export function onePerId(lines: Iterable<OsvLine>): readonly OsvLine[] {
  const found = new Map<string, OsvLine>();
  for (const line of lines) {
    const before = found.get(line.id);
    const isOlder =
      line.isSample && before !== undefined && (!before.isSample || modifiedOf(before) >= modifiedOf(line));
    if (!isOlder) found.set(line.id, line);
  }
  return [...found.values()];
}

function isValid({ id, value }: OsvLine): boolean {
  return HOME_ID.test(id) && Number.isFinite(Date.parse(String(value['modified']))) && Array.isArray(value['affected']);
}

function modifiedOf({ value }: OsvLine): number {
  return Date.parse(String(value['modified']));
}

type Links = Pick<OsvLine, 'id' | 'aliases' | 'others'>;

function lineOf(bytes: Buffer, isSample: boolean): OsvLine {
  const value = () => fieldsOf(JSON.parse(bytes.toString()));
  const links = lazy(() => linksOf(value()));
  return {
    mentions: mentionsIn(bytes),
    isSample,
    get id() {
      return links().id;
    },
    get aliases() {
      return links().aliases;
    },
    get others() {
      return links().others;
    },
    get text() {
      return bytes.toString();
    },
    get value() {
      return value();
    },
  };
}

function linksOf(value: Readonly<Record<string, unknown>>): Links {
  const texts = (name: string) => listOf(value[name]).filter((each) => typeof each === 'string');
  return { id: String(value['id']), aliases: texts('aliases'), others: [...texts('upstream'), ...texts('related')] };
}

const LISTS = ['"aliases":[', '"upstream":[', '"related":['];
const ID = '"id":"';

/** Without parsing: the texts of all lists with these names, and all that is called `id`. */
function mentionsIn(bytes: Buffer): string[] {
  const found: string[] = [];
  for (const name of LISTS) {
    for (let at = bytes.indexOf(name); at !== -1; at = bytes.indexOf(name, at + 1)) {
      const list = bytes.toString('latin1', at + name.length, bytes.indexOf(']', at));
      for (const [, text = ''] of list.matchAll(/"([^"]*)"/g)) found.push(text);
    }
  }
  for (let at = bytes.indexOf(ID); at !== -1; at = bytes.indexOf(ID, at + 1)) {
    found.push(bytes.toString('latin1', at + ID.length, bytes.indexOf('"', at + ID.length)));
  }
  return found;
}
