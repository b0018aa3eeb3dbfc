import { compareText } from '../ids/order.ts';
import type { MatchSummary } from '../matching/explain/summarised.ts';
import type { FoundAssertion } from '../matching/facts.ts';
import { type FiledAs, packAssertion } from '../ranges/packed-assertion.ts';
import { SHARD_FORMAT, type Shard } from './shard.ts';
import { type Dictionary, dictionary, NONE, orNone, writtenHashes } from './tables.ts';

/** The same shard is the same text, in whatever order its parts are given. */
export function writeShard(shard: Shard): string {
  const { partition, bits, prefix } = shard;
  const texts = dictionary();
  const claims = dictionary();
  const hashes = dictionary();
  const sources = dictionary();
  const row = ({ assertion, sha256 }: FoundAssertion, filedAs: FiledAs) => [
    sources.place(assertion.record.source),
    texts.place(assertion.record.id),
    sha256 === null ? NONE : hashes.place(sha256),
    assertion.withdrawn ? 1 : 0,
    claims.place(packAssertion(assertion, filedAs)),
  ];
  const packages = shard.packages
    .toSorted((a, b) => compareText(a.name, b.name))
    .map(({ name, rows, complete }) => {
      const filedAs = { vendor: null, name };
      const written = rows.map((one) => [orNone(texts, one.assertion.subject.ecosystem), ...row(one, filedAs)]);
      return [texts.place(name), complete ? 1 : 0].concat(distinct(written).flat());
    });
  const linked = shard.linked.map((one) => {
    const { ecosystem, vendor, name } = one.assertion.subject;
    return [orNone(texts, ecosystem), orNone(texts, vendor), texts.place(name), ...row(one, { vendor, name })];
  });
  const { groups, covers, summaries } = writtenLinks(texts, shard);
  const rejected = [...shard.rejected].map(texts.place);
  const passedOn = [...shard.passedOn].map(([id, one]) =>
    one === null ? [texts.place(id)] : writeSummary(texts, id, one),
  );
  const members = {
    packages,
    linked: distinct(linked),
    groups,
    covers,
    rejected,
    summaries,
    ...(passedOn.length === 0 ? {} : { passedOn }),
  };
  return JSON.stringify({
    format: SHARD_FORMAT,
    partition,
    bits,
    prefix,
    sources: sources.all(),
    texts: texts.all(),
    hashes: writtenHashes(hashes),
    claims: claims.all().map((text): unknown => JSON.parse(text)),
    ...members,
  });
}

/** Ids of one vulnerability, what advisories cover, and what lists show, in numbers. */
export function writtenLinks(texts: Dictionary, shard: Pick<Shard, 'groups' | 'covers' | 'summaries'>) {
  const named = (id: string, ids: readonly string[]) => [texts.place(id), ...ids.map(texts.place)];
  return {
    summaries: [...shard.summaries].map(([id, one]) => writeSummary(texts, id, one)),
    groups: shard.groups.map(({ id, ids }) => named(id, ids)),
    covers: [...shard.covers].map(([id, ids]) => named(id, ids)),
  };
}

function writeSummary(texts: Dictionary, id: string, { severity, score, title }: MatchSummary): number[] {
  return [texts.place(id), orNone(texts, severity), score ?? NONE, orNone(texts, title)];
}

export function distinct(rows: readonly number[][]): number[][] {
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}
