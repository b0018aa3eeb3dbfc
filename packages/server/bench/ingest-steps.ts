import { canonicalJson } from '../src/ingest/canonical-json.ts';
import { trainDictionary } from '../src/store/dictionaries.ts';
import { pack, sha256 } from '../src/store/packing.ts';
import { projectRecord } from '../src/store/projections/index.ts';
import { type BenchSource, readSent, type Sent } from './ingest-records.ts';

/** Microseconds of this process that each step takes for one record, each measured by itself. */
export interface Steps {
  readonly parse: number;
  readonly 'hash bytes': number;
  readonly 'hash content': number;
  readonly pack: number;
  readonly project: number;
}

const SAMPLE = 2_000;

export function measureSteps(id: BenchSource, all: readonly Sent[]): Steps {
  const step = Math.max(1, Math.floor(all.length / SAMPLE));
  const sent = all.filter((_, index) => index % step === 0);
  const values = sent.map((one) => valueOf(id, one));
  const dictionary = { id: 1, bytes: trainDictionary(sent.map(({ raw }) => raw)) };
  return {
    parse: micros(sent, (one) => valueOf(id, one)),
    'hash bytes': micros(sent, ({ raw }) => sha256(raw)),
    'hash content': micros(values, (value) => sha256(canonicalJson(value))),
    pack: micros(sent, ({ raw }) => pack(raw, dictionary)),
    project: micros(sent, ({ key }, index) => projectRecord(id, key, values[index])),
  };
}

function valueOf(id: BenchSource, sent: Sent): unknown {
  const record = readSent(id, sent);
  return 'unreadable' in record ? null : record.value;
}

function micros<T>(items: readonly T[], work: (item: T, index: number) => unknown): number {
  for (const [index, item] of items.entries()) work(item, index); // warm-up
  const started = process.cpuUsage();
  for (const [index, item] of items.entries()) work(item, index);
  return Math.round(process.cpuUsage(started).user / items.length);
}
