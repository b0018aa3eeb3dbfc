import type { RecordFact, TrackedIssue } from '../matching/facts.ts';
import type { Subject } from '../ranges/model.ts';
import { once } from '../records/once.ts';
import {
  COLLECTION,
  COLLECTION_FORMAT,
  type CollectionAttribute,
  type CollectionShard,
  type FiledStatement,
  STATEMENT_ROW,
} from './collection-shard.ts';
import { isCount, readJson } from './objects.ts';
import { SnapshotProblem } from './problem.ts';
import { checkRow, readLinks, readRow } from './read-shard.ts';
import { flag, itemsIn, placed, readShardTables, rowsIn, type Tables } from './tables.ts';

/** Every number is checked, and what is not as documented is refused as a whole. Statements are made when they are first asked for. */
export function readCollection(
  text: string,
  { bits, prefix }: Pick<CollectionShard, 'bits' | 'prefix'>,
): CollectionShard {
  const members = readJson(text, COLLECTION_FORMAT, 'shard_malformed');
  if (members['partition'] !== COLLECTION || members['bits'] !== bits || members['prefix'] !== prefix) {
    throw new SnapshotProblem('shard_misplaced', `${COLLECTION} ${prefix}`);
  }
  const tables = readShardTables(members);
  const subjects = rowsIn(members['subjects']).map((row) => readSubject(tables, row));
  const issues = rowsIn(members['issues']).map((row) => readIssue(tables, row));
  const statements = readStatements(tables, subjects, itemsIn(members['statements']));
  return {
    partition: COLLECTION,
    bits,
    prefix,
    attributes: rowsIn(members['attributes']).map(([attribute, complete, own, named, ...more]): CollectionAttribute => {
      if (more.length > 0) throw new SnapshotProblem('shard_malformed');
      return {
        attribute: tables.text(attribute),
        complete: flag(complete),
        subjects: itemsIn(own).map(placed(subjects)),
        issues: itemsIn(named).map(placed(issues)),
      };
    }),
    get statements() {
      return statements();
    },
    records: rowsIn(members['records']).map((row) => readRecord(tables, row)),
    known: new Set(itemsIn(members['known']).map(tables.text)),
    apart: itemsIn(members['apart']).map(tables.text),
    ...readLinks(tables, members),
  };
}

function readSubject({ text, textOrNull }: Tables, row: readonly unknown[]): Subject {
  if (row.length !== 3) throw new SnapshotProblem('shard_malformed');
  const [ecosystem, vendor, name] = row;
  return { ecosystem: textOrNull(ecosystem), vendor: textOrNull(vendor), name: text(name) };
}

function readStatements(
  tables: Tables,
  subjects: readonly Subject[],
  numbers: readonly unknown[],
): () => readonly FiledStatement[] {
  const subject = placed(subjects);
  if (numbers.length % STATEMENT_ROW !== 0) throw new SnapshotProblem('shard_malformed');
  const starts = Array.from({ length: numbers.length / STATEMENT_ROW }, (_, row) => row * STATEMENT_ROW);
  for (const start of starts) {
    subject(numbers[start]);
    checkRow(tables, numbers, start + 1);
  }
  return once(() =>
    starts.map((start) => {
      const own = subject(numbers[start]);
      return { subject: own, found: readRow(tables, numbers, start + 1, own) };
    }),
  );
}

/** The title is ours: a snapshot has none of the tracker's words. */
function readIssue({ text, hashOrNull }: Tables, row: readonly unknown[]): TrackedIssue {
  const [number, url, open, fixed, hash, cves, packages, ...more] = row;
  if (!isCount(number) || more.length > 0) throw new SnapshotProblem('shard_malformed');
  const ids = itemsIn(cves).map(text);
  return {
    number,
    title: `issue ${number} about ${ids.join(', ')}`,
    url: text(url),
    state: flag(open) ? 'open' : 'closed',
    fixed: flag(fixed),
    sha256: hashOrNull(hash),
    cves: ids,
    packages: itemsIn(packages).map(text),
  };
}

function readRecord({ source, text }: Tables, row: readonly unknown[]): RecordFact {
  const [from, id, rejected, references, homes, targets, ...more] = row;
  const words = itemsIn(targets).map(text);
  if (words.length % 2 !== 0 || more.length > 0) throw new SnapshotProblem('shard_malformed');
  return {
    source: source(from),
    id: text(id),
    title: null,
    severities: [],
    rejected: flag(rejected),
    references: itemsIn(references).map(text),
    homes: itemsIn(homes).map(text),
    targets: words.flatMap((product, i) => (i % 2 === 0 ? [{ product, target: words[i + 1] as string }] : [])),
  };
}
