import type { CoverageRow, SourceId } from '@almanac/contract';
import { availabilityOf, type CveFacts, QUALITY_WEIGHTS, statusOfLookup } from '@almanac/core/dossier';
import type { PreserialisedJson } from '../answer.ts';
import { etagOfBytes } from '../json/etag.ts';
import { type ByteRange, jsonParts, membersText } from '../json/json-parts.ts';
import { INTEGRITY, TIMESTAMP } from '../json/per-request-tail.ts';
import { asOf } from '../sources/source-states.ts';
import type { LoadedCve, ReadRecord } from './cve-facts.ts';
import { isUnpublished, scoreText, type WrittenData, writeLookupData } from './lookup.ts';
import { addressOf } from './provenance.ts';

/** The lookup (spec 2.8) as far as its records settle it: the score, coverage and times are filled in for each answer. */
export interface SettledLookup {
  /** The answer up to its coverage, without the score. */
  readonly body: Buffer;
  readonly places: LookupPlaces;
}

/** Places in the body, and what else the records settle. */
export interface LookupPlaces extends Pick<WrittenData, 'evidence' | 'primary' | 'score'> {
  /** When the newest record that is shown was observed; null: none is. */
  readonly observedAt: string | null;
  /** The members of `integrity` that follow its time, as JSON without braces; null of an id without a record, which has none. */
  readonly integrity: string | null;
  /** Of all that it says. */
  readonly hash: string;
}

/** What an answer adds. */
export interface LookupPresent {
  readonly score: CveFacts['epss'];
  readonly coverage: readonly CoverageRow[];
}

/** Of an id without a record: nothing to grade. */
const NOTHING_YET = { score: 0, grade: 'F', missingFields: Object.keys(QUALITY_WEIGHTS) };

export function settleLookup(knowledge: LoadedCve): SettledLookup {
  const { facts } = knowledge;
  const verdict = availabilityOf(facts);
  const status = statusOfLookup(facts, verdict);
  const unpublished = isUnpublished(verdict);
  const sourceUrl = knowledge.authority === null ? null : addressOf('cve_list_v5', facts.id);
  const beside = {
    ...(unpublished ? {} : { sourceUrl }),
    ...(status === null ? {} : { status }),
    ...(unpublished ? { quality: NOTHING_YET } : {}),
  };

  const parts = jsonParts().text('{"success":true,"data":');
  const { evidence, primary, score, shown, said } = writeLookupData(parts, knowledge, verdict, '');
  const text = membersText(beside);
  parts.text(text === '' ? ',' : `,${text},`);

  const integrity = unpublished ? { observedAt: null, integrity: null } : integrityOf(knowledge, shown);
  const hash = etagOfBytes(JSON.stringify([said, beside]));
  return { body: parts.bytes(), places: { evidence, primary, score, ...integrity, hash } };
}

/** The answer but for its end, which is made for every request. */
export function fillLookup(
  { body, places }: SettledLookup,
  { score, coverage }: LookupPresent,
): PreserialisedJson & { readonly filled: FilledTexts } {
  const at = places.score ?? body.length;
  const filled = {
    score: Buffer.from(places.score === null ? '' : scoreText(score)),
    coverage: Buffer.from(membersText({ coverage, asOf: asOf(coverage) })),
  };
  const shifted = rangeShift(at, filled.score.length);
  const states = coverage.map(({ source, state, changedAt }) => [source, state, changedAt]);
  return {
    body: Buffer.concat([body.subarray(0, at), filled.score, body.subarray(at), filled.coverage]),
    tail: {
      evidence: places.evidence.map(([source, place]) => [source, typeof place === 'string' ? place : shifted(place)]),
      primary: places.primary === null ? null : shifted(places.primary),
      integrity: places.integrity === null ? '' : `"fetchedAt":"${fetchedAt(places, coverage)}",${places.integrity}`,
      template: [...(places.integrity === null ? [] : [',"integrity":', INTEGRITY]), ',"timestamp":', TIMESTAMP, '}'],
    },
    // Over what the answer says, without when we looked.
    etag: etagOfBytes(JSON.stringify([places.hash, filled.score.toString(), states])),
    filled,
  };
}

/** What was put in, in the order of the answer. */
export interface FilledTexts {
  readonly score: Buffer;
  readonly coverage: Buffer;
}

/** Moves a range for `length` bytes that are put in at `at`. None contains that place. */
function rangeShift(at: number, length: number): (range: ByteRange) => ByteRange {
  return ([from, to]) => (from < at ? [from, to] : [from + length, to + length]);
}

function fetchedAt({ observedAt }: LookupPlaces, coverage: readonly CoverageRow[]): string {
  const checks = coverage.flatMap(({ checkedAt }) => (checkedAt === null ? [] : [checkedAt]));
  const seen = observedAt === null ? [] : [observedAt];
  return [...checks, ...seen].toSorted().at(-1) ?? new Date(0).toISOString();
}

/** What of `integrity` was settled when the records were stored. */
function integrityOf(
  { records, tracker }: LoadedCve,
  shown: readonly ReadRecord[],
): Pick<LookupPlaces, 'observedAt' | 'integrity'> {
  const [spoken, ...further] = (tracker?.records ?? []).map(({ key, sha256, observedAt }) => ({
    source: 'nixpkgs' as const,
    key,
    sha256,
    observedAt,
  }));
  const standing = [...shown, ...(spoken === undefined ? [] : [spoken])];
  const observed = standing.map(({ observedAt }) => observedAt.toISOString());
  const indexed = Object.fromEntries(
    standing.map(({ source, sha256, observedAt }) => [source, { sha256, observedAt: observedAt.toISOString() }]),
  );
  const others = [...records.filter((record) => !shown.includes(record)), ...further];
  const hashes = Object.fromEntries(others.map(({ key, source, sha256 }) => [nameOf(source, key), sha256]));
  return {
    observedAt: observed.toSorted().at(-1) ?? null,
    integrity: membersText({ indexed, ...(others.length === 0 ? {} : { records: hashes }) }),
  };
}

/** An advisory may have the id of an OSV record, and NVD's record that of the CVE list's. */
function nameOf(source: SourceId, key: string): string {
  return source === 'osv' || source === 'advisory' ? key : `${source}:${key}`;
}
