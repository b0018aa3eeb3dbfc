import type { FoundAssertion } from '../matching/facts.ts';
import type { MatchSummary } from '../matching/summarised.ts';
import { type PackedAssertion, unpackedAssertion } from '../ranges/packed-assertion.ts';
import { once } from '../records/once.ts';
import { RATINGS } from '../scores/rating.ts';
import { fromBase64, toHex } from './encoding.ts';
import { readJson } from './objects.ts';
import { isPackedAssertion } from './packed-shape.ts';
import { SnapshotProblem } from './problem.ts';
import { LINKED_ROW, NONE, ROW, SHARD_FORMAT, type Shard, type ShardGroup, type ShardPackage } from './shard.ts';

/**
 * The shard at this place of this partition. Every number is checked, and what is not as documented is refused as a whole. Rows are
 * made when they are first asked for: a question about one package needs none of the some thirty others.
 */
export function readShard(text: string, expected: Pick<Shard, 'partition' | 'bits' | 'prefix'>): Shard {
  const members = readJson(text, SHARD_FORMAT, 'shard_malformed');
  const { partition, bits, prefix } = expected;
  if (members['partition'] !== partition || members['bits'] !== bits || members['prefix'] !== prefix) {
    throw new SnapshotProblem('shard_misplaced', `${partition} ${prefix}`);
  }
  const tables = readTables(members);
  const { text: textAt } = tables;
  const linked = readLinked(tables, lists(members['linked']));
  return {
    partition,
    bits,
    prefix,
    packages: lists(members['packages']).map((row) => readPackage(tables, row)),
    get linked() {
      return linked();
    },
    groups: lists(members['groups']).map((row): ShardGroup => {
      const [id = '', ...ids] = row.map(textAt);
      return { id, ids };
    }),
    covers: new Map(
      lists(members['covers']).map((row) => {
        const [id = '', ...ids] = row.map(textAt);
        return [id, ids];
      }),
    ),
    rejected: new Set(list(members['rejected']).map(textAt)),
    summaries: new Map(lists(members['summaries']).map((row) => readSummary(tables, row))),
  };
}

/** What numbers point to; each throws for a number that points nowhere. */
interface Tables {
  readonly text: (place: unknown) => string;
  readonly textOrNull: (place: unknown) => string | null;
  readonly source: (place: unknown) => string;
  readonly checkHash: (place: unknown) => void;
  readonly hashOrNull: (place: unknown) => string | null;
  readonly claims: (place: unknown) => PackedAssertion;
}

function readTables({ texts, sources, hashes, claims }: Readonly<Record<string, unknown>>): Tables {
  const text = placed(list(texts).map(asText));
  const bytes = typeof hashes === 'string' ? fromBase64(hashes) : null;
  if (bytes === null || bytes.length % 32 !== 0) throw new SnapshotProblem('shard_malformed');
  const hash = (place: number) => toHex(bytes.subarray(32 * place, 32 * place + 32));
  const count = bytes.length / 32;
  return {
    text,
    textOrNull: (place) => (place === NONE ? null : text(place)),
    source: placed(list(sources).map(asText)),
    checkHash(place) {
      if (place !== NONE) within(place, count);
    },
    hashOrNull: (place) => (place === NONE ? null : hash(within(place, count))),
    claims: placed(
      list(claims).map((value) => {
        if (!isPackedAssertion(value)) throw new SnapshotProblem('shard_malformed');
        return value;
      }),
    ),
  };
}

function readPackage(tables: Tables, [name, complete, ...numbers]: readonly unknown[]): ShardPackage {
  const own = { vendor: null, name: tables.text(name) };
  if (numbers.length % ROW !== 0) throw new SnapshotProblem('shard_malformed');
  const starts = Array.from({ length: numbers.length / ROW }, (_, row) => row * ROW);
  for (const start of starts) {
    tables.textOrNull(numbers[start]);
    checkRow(tables, numbers, start + 1);
  }
  const rows = once(() =>
    starts.map((start) =>
      readRow(tables, numbers, start + 1, { ...own, ecosystem: tables.textOrNull(numbers[start]) }),
    ),
  );
  return {
    name: own.name,
    complete: flag(complete),
    get rows() {
      return rows();
    },
  };
}

function readLinked(tables: Tables, all: readonly (readonly unknown[])[]): () => FoundAssertion[] {
  const { text, textOrNull } = tables;
  for (const numbers of all) {
    if (numbers.length !== LINKED_ROW) throw new SnapshotProblem('shard_malformed');
    const [ecosystem, vendor, name] = numbers;
    textOrNull(ecosystem);
    textOrNull(vendor);
    text(name);
    checkRow(tables, numbers, 3);
  }
  return once(() =>
    all.map((numbers) => {
      const [ecosystem, vendor, name] = numbers;
      const subject = { ecosystem: textOrNull(ecosystem), vendor: textOrNull(vendor), name: text(name) };
      return readRow(tables, numbers, 3, subject);
    }),
  );
}

/** Throws for a number of a row that points nowhere. It makes nothing: most rows are never asked for. */
function checkRow(tables: Tables, numbers: readonly unknown[], start: number): void {
  tables.source(numbers[start]);
  tables.text(numbers[start + 1]);
  tables.checkHash(numbers[start + 2]);
  flag(numbers[start + 3]);
  tables.claims(numbers[start + 4]);
}

function readRow(
  tables: Tables,
  numbers: readonly unknown[],
  start: number,
  subject: { readonly ecosystem: string | null; readonly vendor: string | null; readonly name: string },
): FoundAssertion {
  const [source, record, hash, withdrawn, claims] = numbers.slice(start, start + 5);
  const facts = {
    ...subject,
    release: null,
    source: tables.source(source),
    recordKey: tables.text(record),
    withdrawn: flag(withdrawn),
  };
  return { assertion: unpackedAssertion(tables.claims(claims), facts), sha256: tables.hashOrNull(hash) };
}

function readSummary(
  { text, textOrNull }: Tables,
  [id, severity, score, title, ...more]: readonly unknown[],
): [string, MatchSummary] {
  const word = textOrNull(severity);
  const rating = RATINGS.find((each) => each === word) ?? null;
  const isScore = typeof score === 'number' && (score === NONE || (score >= 0 && score <= 10));
  if (!isScore || rating !== word || more.length > 0) throw new SnapshotProblem('shard_malformed');
  return [text(id), { severity: rating, score: score === NONE ? null : score, title: textOrNull(title) }];
}

function placed<T>(all: readonly T[]): (place: unknown) => T {
  return (place) => all[within(place, all.length)] as T;
}

function within(place: unknown, count: number): number {
  if (!Number.isInteger(place) || (place as number) < 0 || (place as number) >= count) {
    throw new SnapshotProblem('shard_malformed');
  }
  return place as number;
}

function flag(value: unknown): boolean {
  if (value !== 0 && value !== 1) throw new SnapshotProblem('shard_malformed');
  return value === 1;
}

function asText(value: unknown): string {
  if (typeof value !== 'string') throw new SnapshotProblem('shard_malformed');
  return value;
}

function list(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new SnapshotProblem('shard_malformed');
  return value as unknown[];
}

function lists(value: unknown): readonly (readonly unknown[])[] {
  return list(value).map(list);
}
