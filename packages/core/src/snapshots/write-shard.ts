import { compareText } from '../ids/order.ts';
import type { FoundAssertion } from '../matching/facts.ts';
import { type FiledAs, packAssertion } from '../ranges/packed-assertion.ts';
import { hashOfHex, joinBytes, toBase64 } from './encoding.ts';
import { NONE, SHARD_FORMAT, type Shard } from './shard.ts';

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
  const named = (id: string, ids: readonly string[]) => [texts.place(id), ...ids.map(texts.place)];
  const summaries = [...shard.summaries].map(([id, { severity, score, title }]) => [
    texts.place(id),
    orNone(texts, severity),
    score ?? NONE,
    orNone(texts, title),
  ]);
  const members = {
    packages,
    linked: distinct(linked),
    groups: shard.groups.map(({ id, ids }) => named(id, ids)),
    covers: [...shard.covers].map(([id, ids]) => named(id, ids)),
    rejected: [...shard.rejected].map(texts.place),
    summaries,
  };
  return JSON.stringify({
    format: SHARD_FORMAT,
    partition,
    bits,
    prefix,
    sources: sources.all(),
    texts: texts.all(),
    hashes: toBase64(joinBytes(...hashes.all().map((hex) => hashOfHex(hex) ?? new Uint8Array(32)))),
    claims: claims.all().map((text): unknown => JSON.parse(text)),
    ...members,
  });
}

interface Dictionary {
  /** Where a text is; it is added where it is not yet. */
  readonly place: (text: string) => number;
  all(): string[];
}

function dictionary(): Dictionary {
  const places = new Map<string, number>();
  return {
    place(text) {
      const place = places.get(text) ?? places.size;
      places.set(text, place);
      return place;
    },
    all: () => [...places.keys()],
  };
}

function orNone({ place }: Dictionary, text: string | null): number {
  return text === null ? NONE : place(text);
}

function distinct(rows: readonly number[][]): number[][] {
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}
