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
  const statements = distinct(sortedBy(shard.statements, orderOf).map(statement));
  const records = sortedBy(shard.records, ({ id, source }) => `${id} ${source}`).map(record);
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
      groups: sortedBy(shard.groups, ({ id }) => id),
      covers: new Map(sortedBy([...shard.covers], ([id]) => id)),
      summaries: new Map(sortedBy([...shard.summaries], ([id]) => id)),
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
  const { record, claims, subject: own, withdrawn } = assertion;
  const packed = packAssertion(assertion, subject);
  return JSON.stringify([record.id, record.source, record.by, filedUnder(subject), own, claims, packed, withdrawn]);
}

/** Each is asked for its order once: that of a statement takes a while to write. */
function sortedBy<T>(all: readonly T[], order: (one: T) => string): T[] {
  return all
    .map((one) => [order(one), one] as const)
    .sort(([a], [b]) => compareText(a, b))
    .map(([, one]) => one);
}
