import type { CoverageRow, RecordMention, SourceId } from '@almanac/contract';
import {
  type AvailabilityVerdict,
  advisoryMember,
  availabilityOf,
  chooseRecords,
  osvMember,
  primaryOf,
  QUALITY_WEIGHTS,
  statusOfLookup,
} from '@almanac/core/dossier';
import { etagOfBytes } from '../json/etag.ts';
import { type ByteRange, type JsonParts, membersText } from '../json/json-parts.ts';
import { INTEGRITY, type PerRequestTail, TIMESTAMP } from '../json/per-request-tail.ts';
import { asOf } from '../sources/source-states.ts';
import type { LoadedCve, ReadRecord } from './cve-facts.ts';
import { nixpkgsMember, nixpkgsSource } from './cve-tracker.ts';
import { addressOf } from './provenance.ts';

export interface WrittenLookup {
  readonly tail: Omit<PerRequestTail, 'crc' | 'template'>;
  /** What follows what was written. */
  readonly template: readonly string[];
  /** Over what the answer says, without when we looked. */
  readonly etag: string;
}

/** Of an id without a record: nothing to grade. */
const NOTHING_YET = { score: 0, grade: 'F', missingFields: Object.keys(QUALITY_WEIGHTS) };

/** Writes the envelope of the lookup (spec 2.8) but for its end, which is made for every request. */
export function writeLookup(parts: JsonParts, knowledge: LoadedCve, coverage: readonly CoverageRow[]): WrittenLookup {
  const { facts } = knowledge;
  const verdict = availabilityOf(facts);
  const status = statusOfLookup(facts, verdict);
  const unpublished = isUnpublished(verdict);
  const beside = { ...(status === null ? {} : { status }), ...(unpublished ? { quality: NOTHING_YET } : {}) };
  const sourceUrl = knowledge.authority === null ? null : addressOf('cve_list_v5', facts.id);

  parts.text('{"success":true,"data":');
  const data = writeLookupData(parts, knowledge, verdict);
  const address = unpublished ? {} : { sourceUrl };
  parts.text(`,${membersText({ ...address, ...beside, coverage, asOf: asOf(coverage) })}`);

  const states = coverage.map(({ source, state, changedAt }) => [source, state, changedAt]);
  return {
    tail: {
      evidence: data.evidence,
      primary: data.primary,
      integrity: unpublished ? '' : membersText(integrityRest(knowledge, data.shown, coverage)),
    },
    template: [...(unpublished ? [] : [',"integrity":', INTEGRITY]), ',"timestamp":', TIMESTAMP, '}'],
    etag: etagOfBytes(JSON.stringify([data.said, beside, states])),
  };
}

/** Nothing but its id is known. */
export function isUnpublished({ availability }: AvailabilityVerdict): boolean {
  return availability === 'reserved' || availability === 'awaiting_ingest';
}

export interface WrittenData {
  readonly evidence: readonly (readonly [SourceId, ByteRange | string])[];
  readonly primary: ByteRange | null;
  readonly shown: readonly ReadRecord[];
  /** All that was written, with hashes in the place of records. */
  readonly said: unknown;
}

/** Writes `data` of the lookup. */
export function writeLookupData(
  parts: JsonParts,
  knowledge: LoadedCve,
  verdict: AvailabilityVerdict = availabilityOf(knowledge.facts),
): WrittenData {
  const { facts, tracker } = knowledge;
  if (isUnpublished(verdict)) {
    const said = { cve_id: facts.id, sources: {}, primary: null };
    parts.value(said);
    return { evidence: [], primary: null, shown: [], said };
  }
  const chosen = chooseRecords(facts);
  const primary = primaryOf(facts);
  const members = {
    advisory: advisoryMember(chosen.advisory.chosen) ?? undefined,
    osv: osvMember(chosen.osv.chosen) ?? undefined,
    nixpkgs: tracker === null ? undefined : nixpkgsMember(tracker),
    osvRecords: mentions(knowledge, 'osv'),
    advisories: mentions(knowledge, 'advisory'),
    recordsLeft: knowledge.evidence.recordsLeft || undefined,
    epss: facts.epss === null ? undefined : { epss: facts.epss.epss, percentile: facts.epss.percentile },
    kev: facts.kev ?? undefined,
  };
  const shown = shownRecords(knowledge, chosen);

  parts.text('{"primary":');
  const primaryPlace = parts.value(primary);
  const text = membersText(members);
  if (text !== '') parts.text(`,${text}`);
  parts.text(',"sources":{');
  const evidence = shown.map(({ source, raw }, i): readonly [SourceId, ByteRange | string] => {
    parts.text(`${i === 0 ? '' : ','}"${source}":`);
    return [source, parts.raw(raw)];
  });
  const [spoken] = tracker?.records ?? [];
  if (tracker !== null && spoken !== undefined) {
    parts.text(`${shown.length === 0 ? '' : ','}"nixpkgs":`).value(nixpkgsSource(tracker));
    evidence.push(['nixpkgs', spoken.sha256]);
  }
  parts.text('}}');
  const said = [primary, members, shown.map(({ sha256 }) => sha256), tracker?.records.map(({ sha256 }) => sha256)];
  return { evidence, primary: primary === null ? null : primaryPlace, shown, said };
}

/** The records whose bytes are shown: of each source the one that speaks for the CVE. */
export function shownRecords(
  { records, authority, facts }: LoadedCve,
  { osv, advisory } = chooseRecords(facts),
): readonly ReadRecord[] {
  const of = (source: SourceId, key: string | undefined) =>
    records.find((record) => record.source === source && record.key === key);
  return [authority, of('advisory', advisory.chosen?.key), of('osv', osv.chosen?.key), of('kev', facts.id)].filter(
    (record) => record !== null && record !== undefined,
  );
}

/** Every record of the source that names the CVE; left out where there is none. */
export function mentions({ records, related }: LoadedCve, source: SourceId): RecordMention[] | undefined {
  const near = records.filter((record) => record.source === source);
  const far = related.filter((record) => record.source === source);
  if (near.length + far.length === 0) return undefined;
  return [
    ...near.map((record) => mentionOf(record, record.sha256)),
    ...far.map((record) => mentionOf(record, record.sha256.toString('hex'))),
  ];
}

function mentionOf(
  { key, relation, modified, withdrawn }: Pick<ReadRecord, 'key' | 'relation' | 'modified' | 'withdrawn'>,
  sha256: string,
): RecordMention {
  const mention = { id: key, relation, modified: modified?.toISOString() ?? null, sha256 };
  return withdrawn ? { ...mention, withdrawn: true } : mention;
}

/** What of `integrity` was settled when the records were stored. */
function integrityRest(
  { records, tracker }: LoadedCve,
  shown: readonly ReadRecord[],
  coverage: readonly CoverageRow[],
): Readonly<Record<string, unknown>> {
  const checks = coverage.flatMap(({ checkedAt }) => (checkedAt === null ? [] : [checkedAt]));
  const [spoken, ...further] = (tracker?.records ?? []).map(({ key, sha256, observedAt }) => ({
    source: 'nixpkgs' as const,
    key,
    sha256,
    observedAt,
  }));
  const standing = [...shown, ...(spoken === undefined ? [] : [spoken])];
  const observed = standing.map(({ observedAt }) => observedAt.toISOString());
  const fetchedAt = [...checks, ...observed].toSorted().at(-1) ?? new Date(0).toISOString();
  const indexed = Object.fromEntries(
    standing.map(({ source, sha256, observedAt }) => [source, { sha256, observedAt: observedAt.toISOString() }]),
  );
  const others = [...records.filter((record) => !shown.includes(record)), ...further];
  const hashes = Object.fromEntries(others.map(({ key, source, sha256 }) => [nameOf(source, key), sha256]));
  return { fetchedAt, indexed, ...(others.length === 0 ? {} : { records: hashes }) };
}

/** An advisory may have the id of an OSV record, and NVD's record that of the CVE list's. */
function nameOf(source: SourceId, key: string): string {
  return source === 'osv' || source === 'advisory' ? key : `${source}:${key}`;
}
