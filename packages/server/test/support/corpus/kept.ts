import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { type Corpus, type CorpusChoice, type CorpusSource, openCorpus, type SpooledRecord } from '@almanac/twins';
import { corpusRoot } from '../../../../../test/corpus.ts';

/** A corpus without its readers: what they read. */
interface Kept extends Omit<Corpus, 'records'> {
  readonly records: Readonly<Record<CorpusSource, readonly SpooledRecord[]>>;
}

const FOLDER = path.join(tmpdir(), 'almanac-corpus');
const DAY_MS = 86_400_000;

/**
 * A slice of the corpus. To find out what belongs together takes seconds of reading: a slice is kept in a temporary file for
 * the next test that wants the same of the same corpus by the same rules.
 */
export async function openKeptCorpus(choice: CorpusChoice): Promise<Corpus> {
  if (choice === 'everything') return openCorpus(corpusRoot, { choice });
  const file = path.join(FOLDER, await keyOf(choice));
  const kept = await readFile(file).then(
    (bytes) => deserialize(bytes) as Kept,
    () => null,
  );
  if (kept !== null) return withReaders(kept);
  const { records, ...rest } = await openCorpus(corpusRoot, { choice });
  const read: [string, SpooledRecord[]][] = [];
  for (const [source, open] of Object.entries(records)) read.push([source, await Array.fromAsync(open())]);
  const made = { ...rest, records: Object.fromEntries(read) as unknown as Kept['records'] };
  await keep(file, serialize(made));
  return withReaders(made);
}

function withReaders({ records, ...rest }: Kept): Corpus {
  const readers = Object.entries(records).map(([source, read]) => [source, () => read]);
  return { ...rest, records: Object.fromEntries(readers) as Corpus['records'] };
}

/** Of what is asked for, of the corpus, and of everything that decides what a slice is. */
async function keyOf(choice: Exclude<CorpusChoice, 'everything'>): Promise<string> {
  const hash = createHash('sha256').update(typeof choice === 'string' ? choice : [...choice.cves].sort().join());
  const { mtimeMs } = await stat(path.join(corpusRoot, 'README.md'));
  hash.update(`${corpusRoot} ${mtimeMs}`);
  for (const folder of ['corpus', 'nixpkgs', 'exploitdb', 'advisory', 'world']) {
    const inside = path.resolve(import.meta.dirname, '../../../../twins/src', folder);
    for (const name of (await readdir(inside)).filter((each) => each.endsWith('.ts')).sort()) {
      hash.update(await readFile(path.join(inside, name)));
    }
  }
  return hash.digest('hex').slice(0, 32);
}

/** Under its name only when it is whole; what nobody has made for a day is gone. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const name of await readdir(FOLDER)) {
    const old = path.join(FOLDER, name);
    const made = await stat(old).catch(() => null);
    if (made !== null && Date.now() - made.mtimeMs > DAY_MS) await rm(old, { force: true });
  }
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(unfinished, bytes);
  await rename(unfinished, file);
}
