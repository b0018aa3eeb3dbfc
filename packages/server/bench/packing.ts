import { gzipSync } from 'node:zlib';
import { corpusRecords, hasCorpus } from '../../../test/corpus.ts';
import { SAMPLES, trainDictionary } from '../src/store/dictionaries.ts';
import { type PackingDictionary, pack, unpack } from '../src/store/packing.ts';

/** `npm run bench packing`: bytes a record and microseconds, of real records, in the order in which they would come. */
export async function benchPacking(): Promise<void> {
  if (!hasCorpus) return;
  for (const [what, file, most] of FILES) console.table(await measureFile(what, file, most));
}

const FILES = [
  ['CVE records', 'cve-list/records.jsonl.gz', 65_000],
  ['NVD records', 'nvd/records.jsonl.gz', 20_000],
  ['OSV records (Go)', 'osv/go.jsonl.gz', 20_000],
  ['OSV records (AlmaLinux)', 'osv/almalinux.jsonl.gz', 20_000],
] as const;
const RENEW_AFTER = 20_000;

async function measureFile(what: string, file: string, most: number) {
  const documents: Buffer[] = [];
  for await (const record of corpusRecords(file)) {
    documents.push(Buffer.from(JSON.stringify(record)));
    if (documents.length === most) break;
  }
  const tested = documents.filter((_, i) => i % 10 === 3);
  const renewed = dictionariesFor(documents);
  const once = dictionaryOf(documents.slice(0, 100));
  return {
    [`${what}: ${documents.length}, as they come`]: { bytes: mean(documents.map(({ length }) => length)) },
    gzip: measure(tested, (raw) => gzipSync(raw)),
    deflate: measure(tested, (raw) => pack(raw).packed),
    'with a dictionary of the first hundred': measure(tested, (raw) => pack(raw, once).packed),
    'with a dictionary renewed every 20,000': measure(tested, (raw, i) => pack(raw, renewed(i * 10)).packed),
    unpack: unpackingOf(tested, once),
  };
}

function dictionariesFor(documents: readonly Buffer[]): (at: number) => PackingDictionary {
  const made = [dictionaryOf(documents.slice(0, 100))];
  for (let at = RENEW_AFTER; at < documents.length; at += RENEW_AFTER) {
    made.push(dictionaryOf(documents.slice(at - RENEW_AFTER, at)));
  }
  return (at) => made[Math.floor(at / RENEW_AFTER)] as PackingDictionary;
}

function dictionaryOf(documents: readonly Buffer[]): PackingDictionary {
  const step = Math.max(1, Math.floor(documents.length / SAMPLES));
  return { id: 1, bytes: trainDictionary(documents.filter((_, i) => i % step === 0)) };
}

function measure(documents: readonly Buffer[], packed: (raw: Buffer, index: number) => Buffer) {
  for (const raw of documents.slice(0, 200)) packed(raw, 0); // warm-up
  const start = process.cpuUsage();
  const sizes = documents.map((raw, i) => packed(raw, i).length);
  return { bytes: mean(sizes), 'CPU µs': microseconds(start, documents.length) };
}

function unpackingOf(documents: readonly Buffer[], dictionary: PackingDictionary) {
  const packed = documents.map((raw) => pack(raw, dictionary));
  const start = process.cpuUsage();
  const sizes = packed.map((one) => unpack(one, dictionary.bytes).length);
  return { bytes: mean(sizes), 'CPU µs': microseconds(start, documents.length) };
}

function mean(values: readonly number[]): number {
  return Math.round(values.reduce((sum, value) => sum + value, 0) / values.length);
}

/** Of the processor, so that a busy machine matters less. */
function microseconds(start: NodeJS.CpuUsage, count: number): number {
  return Math.round(process.cpuUsage(start).user / count);
}
