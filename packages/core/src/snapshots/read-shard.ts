import type { MatchSummary } from '../matching/explain/summarised.ts';
import type { FoundAssertion } from '../matching/facts.ts';
import { unpackedAssertion } from '../ranges/packed-assertion.ts';
import { once } from '../records/once.ts';
import { RATINGS } from '../scores/rating.ts';
import { readJson } from './objects.ts';
import { SnapshotProblem } from './problem.ts';
import { LINKED_ROW, ROW, SHARD_FORMAT, type Shard, type ShardGroup, type ShardPackage } from './shard.ts';
import { flag, itemsIn, NONE, readShardTables, rowsIn, type Tables } from './tables.ts';

/**
 * The shard at this place of this partition. What is not as documented is refused when it is used. Everything is read when it is first asked
 * for: a question about one package needs nothing of the some thirty others, and the hash of the object was checked.
 */
export function readShard(text: string, expected: Pick<Shard, 'partition' | 'bits' | 'prefix'>): Shard {
  const members = readJson(text, SHARD_FORMAT, 'shard_malformed');
  const { partition, bits, prefix } = expected;
  if (members['partition'] !== partition || members['bits'] !== bits || members['prefix'] !== prefix) {
    throw new SnapshotProblem('shard_misplaced', `${partition} ${prefix}`);
  }
  const tables = readShardTables(members);
  const { text: textAt } = tables;
  const links = readLinks(tables, members);
  const linked = readLinked(tables, rowsIn(members['linked']));
  const passedOn = rowsIn(members['passedOn'] ?? []).map((row): [string, MatchSummary | null] =>
    row.length === 1 ? [textAt(row[0]), null] : readSummary(tables, row),
  );
  return {
    partition,
    bits,
    prefix,
    packages: rowsIn(members['packages']).map((row) => readPackage(tables, row)),
    get linked() {
      return linked();
    },
    get groups() {
      return links.groups;
    },
    get covers() {
      return links.covers;
    },
    get summaries() {
      return links.summaries;
    },
    rejected: new Set(itemsIn(members['rejected']).map(textAt)),
    passedOn: new Map(passedOn),
  };
}

/** Ids of one vulnerability, what advisories cover, and what lists show: the same in every kind of shard that has statements. */
export function readLinks(
  tables: Tables,
  { groups, covers, summaries }: Readonly<Record<string, unknown>>,
): Pick<Shard, 'groups' | 'covers' | 'summaries'> {
  const named = (row: readonly unknown[]): ShardGroup => {
    const [id = '', ...ids] = row.map(tables.text);
    return { id, ids };
  };
  const allGroups = once(() => rowsIn(groups).map(named));
  const allCovers = once(
    () =>
      new Map(
        rowsIn(covers)
          .map(named)
          .map(({ id, ids }) => [id, ids]),
      ),
  );
  const allSummaries = once(() => new Map(rowsIn(summaries).map((row) => readSummary(tables, row))));
  return {
    get groups() {
      return allGroups();
    },
    get covers() {
      return allCovers();
    },
    get summaries() {
      return allSummaries();
    },
  };
}

function readPackage(tables: Tables, [name, complete, ...numbers]: readonly unknown[]): ShardPackage {
  const own = { vendor: null, name: tables.text(name) };
  if (numbers.length % ROW !== 0) throw new SnapshotProblem('shard_malformed');
  const rows = once(() =>
    Array.from({ length: numbers.length / ROW }, (_, row) => {
      const start = row * ROW;
      return readRow(tables, numbers, start + 1, { ...own, ecosystem: tables.textOrNull(numbers[start]) });
    }),
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
  return once(() =>
    all.map((numbers) => {
      if (numbers.length !== LINKED_ROW) throw new SnapshotProblem('shard_malformed');
      const [ecosystem, vendor, name] = numbers;
      const subject = { ecosystem: textOrNull(ecosystem), vendor: textOrNull(vendor), name: text(name) };
      return readRow(tables, numbers, 3, subject);
    }),
  );
}

/** Throws for a number of a row that points nowhere. It makes nothing: most rows are never asked for. */
export function checkRow(tables: Tables, numbers: readonly unknown[], start: number): void {
  tables.source(numbers[start]);
  tables.text(numbers[start + 1]);
  tables.checkHash(numbers[start + 2]);
  flag(numbers[start + 3]);
  tables.claims(numbers[start + 4]);
}

/** What a row says of a subject, from its number for the source on. */
export function readRow(
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
