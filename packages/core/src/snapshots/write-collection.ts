import { compareText } from '../ids/order.ts';
import type { RecordFact, TrackedIssue } from '../matching/facts.ts';
import type { Subject } from '../ranges/model.ts';
import { packAssertion } from '../ranges/packed-assertion.ts';
import { COLLECTION_FORMAT, type CollectionShard, type FiledStatement, filedUnder } from './collection-shard.ts';
import { dictionary, NONE, orNone, writtenHashes } from './tables.ts';
import { distinct, writtenLinks } from './write-shard.ts';

/**
 * The same shard is the same text, in whatever order its parts are given. Of issues facts alone are written: numbers, addresses, states, names
 * and ids. What people wrote there is not ours to pass on.
 */
export function writeCollection(shard: CollectionShard): string {
  const { partition, bits, prefix } = shard;
  const texts = dictionary();
  const claims = dictionary();
  const hashes = dictionary();
  const sources = dictionary();
  const subjects = dictionary();
  const places = (all: readonly string[]) => all.map(texts.place);
  const hash = (sha256: string | null | undefined) => (sha256 == null ? NONE : hashes.place(sha256));
  const subjectPlace = (subject: Subject) => subjects.place(filedUnder(subject));
  const allIssues = issuesIn(shard);
  const issuePlace = new Map(allIssues.map(({ number }, place) => [number, place]));
  const statement = ({ subject, found: { assertion, sha256 } }: FiledStatement) => [
    subjectPlace(subject),
    sources.place(assertion.record.source),
    texts.place(assertion.record.id),
    hash(sha256),
    assertion.withdrawn ? 1 : 0,
    claims.place(packAssertion(assertion, subject)),
  ];
  const record = ({ source, id, rejected, references, homes = [], targets = [] }: RecordFact) => [
    sources.place(source),
    texts.place(id),
    rejected ? 1 : 0,
    places(references),
    places(homes),
    targets.flatMap(({ product, target }) => places([product, target])),
  ];
  const attributes = shard.attributes
    .toSorted((a, b) => compareText(a.attribute, b.attribute))
    .map(({ attribute, complete, subjects: own, issues }) => [
      texts.place(attribute),
      complete ? 1 : 0,
      own.map(subjectPlace),
      issues.map(({ number }) => issuePlace.get(number) ?? NONE),
    ]);
  const statements = distinct(shard.statements.toSorted(byOrder(orderOf)).map(statement));
  const records = shard.records.toSorted(byOrder(({ id, source }) => `${id} ${source}`)).map(record);
  const members = {
    attributes,
    subjects: subjects.all().map((key) => {
      const [ecosystem, vendor, name] = JSON.parse(key) as [string | null, string | null, string];
      return [orNone(texts, ecosystem), orNone(texts, vendor), texts.place(name)];
    }),
    issues: allIssues.map(({ number, url, state, fixed, sha256, cves, packages }) => [
      number,
      texts.place(url),
      state === 'open' ? 1 : 0,
      fixed ? 1 : 0,
      hash(sha256),
      places(cves),
      places(packages),
    ]),
    known: places([...shard.known].sort(compareText)),
    apart: places(shard.apart),
    records,
    ...writtenLinks(texts, {
      groups: shard.groups.toSorted(byOrder(({ id }) => id)),
      covers: new Map([...shard.covers].toSorted(byOrder(([id]) => id))),
      summaries: new Map([...shard.summaries].toSorted(byOrder(([id]) => id))),
    }),
  };
  return JSON.stringify({
    format: COLLECTION_FORMAT,
    partition,
    bits,
    prefix,
    sources: sources.all(),
    texts: texts.all(),
    hashes: writtenHashes(hashes),
    claims: claims.all().map((text): unknown => JSON.parse(text)),
    statements: statements.flat(),
    ...members,
  });
}

function issuesIn({ attributes }: Pick<CollectionShard, 'attributes'>): readonly TrackedIssue[] {
  const all = new Map(attributes.flatMap(({ issues }) => issues.map((issue) => [issue.number, issue])));
  return [...all.values()].toSorted((a, b) => a.number - b.number);
}

function orderOf({ subject, found: { assertion } }: FiledStatement): string {
  const { record, claims, subject: own } = assertion;
  return JSON.stringify([record.id, record.source, record.by, filedUnder(subject), own, claims]);
}

function byOrder<T>(order: (one: T) => string): (a: T, b: T) => number {
  return (a, b) => compareText(order(a), order(b));
}
