import type { RecordMention, SourceId } from '@almanac/contract';
import {
  type AvailabilityVerdict,
  advisoryMember,
  availabilityOf,
  type CveFacts,
  chooseRecords,
  osvMember,
  primaryOf,
} from '@almanac/core/dossier';
import { type ByteRange, type JsonParts, membersText } from '../json/json-parts.ts';
import type { LoadedCve, ReadRecord } from './cve-facts.ts';
import { nixpkgsMember, nixpkgsSource } from './cve-tracker.ts';

/** Nothing but its id is known. */
export function isUnpublished({ availability }: AvailabilityVerdict): boolean {
  return availability === 'reserved' || availability === 'awaiting_ingest';
}

export interface WrittenData {
  readonly evidence: readonly (readonly [SourceId, ByteRange | string])[];
  readonly primary: ByteRange | null;
  /** The place of the score, whether or not there is one; null: an id without a record shows none. */
  readonly score: number | null;
  readonly shown: readonly ReadRecord[];
  /** All that was written but the score, with hashes in the place of records. */
  readonly said: unknown;
}

/** Writes `data` of the lookup, with the score or with whatever text takes its place. */
export function writeLookupData(
  parts: JsonParts,
  knowledge: LoadedCve,
  verdict: AvailabilityVerdict = availabilityOf(knowledge.facts),
  score: string = scoreText(knowledge.facts.epss),
): WrittenData {
  const { facts, tracker } = knowledge;
  if (isUnpublished(verdict)) {
    const said = { cve_id: facts.id, sources: {}, primary: null };
    parts.value(said);
    return { evidence: [], primary: null, score: null, shown: [], said };
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
  };
  const kev = { kev: facts.kev ?? undefined };
  const shown = shownRecords(knowledge, chosen);

  parts.text(`{"cve_id":"${facts.id}","primary":`);
  const primaryPlace = parts.value(primary);
  parts.text(furtherText(members));
  const scorePlace = parts.length;
  parts.text(`${score}${furtherText(kev)},"sources":{`);
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
  const hashes = [shown, tracker?.records ?? []].map((records) => records.map(({ sha256 }) => sha256));
  const said = [primary, members, kev, ...hashes];
  return { evidence, primary: primary === null ? null : primaryPlace, score: scorePlace, shown, said };
}

/** The member `epss`, to follow another; empty where there is no score. */
export function scoreText(score: CveFacts['epss']): string {
  return score === null ? '' : furtherText({ epss: { epss: score.epss, percentile: score.percentile } });
}

/** Members that follow others. */
function furtherText(members: Readonly<Record<string, unknown>>): string {
  const text = membersText(members);
  return text === '' ? '' : `,${text}`;
}

/** The records whose bytes are shown: of each source the one that speaks for the CVE. */
export function shownRecords(
  { records, authority, facts }: LoadedCve,
  { osv, advisory } = chooseRecords(facts),
): readonly ReadRecord[] {
  const of = (source: SourceId, key: string | undefined) =>
    records.find((record) => record.source === source && record.key === key);
  return [
    authority,
    of('advisory', advisory.chosen?.key),
    of('osv', osv.chosen?.key),
    of('nvd', facts.id),
    of('kev', facts.id),
  ].filter((record) => record !== null && record !== undefined);
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
  {
    key,
    relation,
    modified,
    redated,
    withdrawn,
  }: Pick<ReadRecord, 'key' | 'relation' | 'modified' | 'redated' | 'withdrawn'>,
  sha256: string,
): RecordMention {
  return {
    id: key,
    relation,
    modified: modified?.toISOString() ?? null,
    ...(redated === null ? {} : { redated: redated.toISOString() }),
    sha256,
    ...(withdrawn ? { withdrawn: true } : {}),
  };
}
