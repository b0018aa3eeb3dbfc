import { fieldsOf, listOf } from '../feed/record-feed.ts';
import { lazy } from '../frame/memo.ts';
import { corpusLines } from './lines.ts';

/** Home databases that the corpus has completely. */
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

/** Excludes the samples' invented records. */
const HOME_ID =
  /^(?:GHSA(?:-[23456789cfghjmpqrvwx]{4}){3}|(?:PYSEC|GO|RUSTSEC|MAL|OSV)-\d{4}-\d+|(?:UBUNTU|CURL)-CVE-\d{4}-\d{4,}|(?:USN|DSA|DLA)-\d+-\d+|(?:RHSA|ALSA|ALBA|RLSA)-\d{4}:\d+|SUSE-SU-\d{4}:\d+-\d+|BIT-[a-z0-9-]+-\d{4}-\d{4,})$/;

/** Everything but `mentions` is read on demand, because few records are needed. */
export interface OsvLine {
  /** Every id that it may have or name; some may belong to something nested. */
  readonly mentions: readonly string[];
  readonly isSample: boolean;
  readonly id: string;
  readonly aliases: readonly string[];
  /** `upstream` and `related`: named, but not the same. */
  readonly others: readonly string[];
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** All export lines, and the samples' home database records. */
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

/** Keeps one line per id: the exports' last, otherwise the samples' newest. */
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

/** Scans the text of these lists and every `id`, without parsing. */
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
