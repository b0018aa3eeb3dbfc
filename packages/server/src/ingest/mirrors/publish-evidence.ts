import { type ObjectReference, SnapshotProblem } from '@almanac/core/snapshots';
import { mirrorState } from '../../queries/mirror-state.ts';
import { NOTHING_TOLD, type ToldVersion, toldUpTo, versionsToPublish } from '../../queries/mirror-versions.ts';
import { SOURCE_CATALOGUE } from '../../sources/catalogue.ts';
import { mayPassOn, mayPassOnRecord } from '../../sources/licences.ts';
import { CHANNELS } from '../../sources/source.ts';
import type { Db, Transaction } from '../../store/database.ts';
import { inSnapshot } from '../../store/in-snapshot.ts';
import type { MirroredState } from '../../store/mirrored-state.ts';
import { evidenceRoots, type SourceRoot } from '../evidence-roots.ts';
import { type AddedObjects, type AddedTally, readObject, writeObject } from '../snapshots/objects.ts';
import type { SnapshotTarget } from '../snapshots/target.ts';
import { EvidenceIndex, type EvidenceSource, FORMATS, MOST_RUNS, MOST_SEGMENTS, parseObject } from './format.ts';
import { openSegments, type SegmentWriter } from './write-segments.ts';

export interface EvidenceDeps {
  readonly db: Db;
  readonly target: SnapshotTarget;
  readonly now: () => Date;
}

export interface PublishedEvidence {
  readonly index: ObjectReference;
  readonly added: AddedObjects;
}

export async function readEvidenceIndex(target: SnapshotTarget, reference: ObjectReference): Promise<EvidenceIndex> {
  return parseObject(await readObject(target, reference), EvidenceIndex, 'evidence_malformed');
}

/**
 * Publishes the evidence that may be passed on, as of one moment: what is new since the last time as new segments behind
 * the old ones. Where the old ones cannot be gone on from, as after a restore, a source begins with its first version again.
 */
export async function publishEvidence(
  { db, target, now }: EvidenceDeps,
  last: ObjectReference | null,
  signal: AbortSignal,
): Promise<PublishedEvidence> {
  const before = last === null ? null : await readEvidenceIndex(target, last);
  return inSnapshot(db, async (trx) => {
    const withheld = new Set<string>();
    const isWanted = (source: string, key: string) => {
      const isPassedOn = mayPassOnRecord(source, key);
      if (!isPassedOn) withheld.add(source);
      return isPassedOn;
    };
    const deps = { signal, showProgress: () => {}, listed: 0, isWanted };
    const { sources: passedOn, faults } = await evidenceRoots(deps, trx);
    if (faults > 0) throw new Error(`${faults} records have a wrong current version; verify tells which`);
    const added: AddedTally = { objects: 0, bytes: 0 };
    const segments = await listSegments(trx, target, { before, passedOn, added }, signal);
    const sources: EvidenceSource[] = [];
    for (const root of passedOn) {
      sources.push({
        ...aboutSource(root),
        segments: (segments.get(root.source) ?? []).map(({ sha256, bytes }) => [sha256, bytes]),
        state: await writeState(trx, target, { source: root.source, isWhole: !withheld.has(root.source) }, added),
      });
    }
    const index: EvidenceIndex = {
      format: FORMATS.index,
      published: now().toISOString(),
      position: { ...(await toldUpTo(trx)) } as EvidenceIndex['position'],
      sources,
      leftOut: SOURCE_CATALOGUE.flatMap(({ id }) => (mayPassOn(id) ? [] : [id])),
    };
    return { index: await writeObject(target, JSON.stringify(index), added), added };
  });
}

interface Given {
  readonly before: EvidenceIndex | null;
  readonly passedOn: readonly SourceRoot[];
  readonly added: AddedTally;
}

/** The segments of each source, old and new. */
async function listSegments(
  trx: Transaction,
  target: SnapshotTarget,
  { before, passedOn, added }: Given,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ObjectReference[]>> {
  const segments = new Map<string, readonly ObjectReference[]>();
  const kept = before === null || tooMany(before) ? [] : before.sources;
  const write = async (writer: SegmentWriter, versions: AsyncIterable<readonly ToldVersion[]>) => {
    for await (const page of versions) {
      signal.throwIfAborted();
      for (const version of page) if (mayPassOnRecord(version.source, version.key)) await writer.add(version);
    }
    return writer.end();
  };
  const names = kept.map(({ source }) => source);
  const more = await write(
    openSegments(trx, target, added),
    versionsToPublish(trx, before?.position ?? NOTHING_TOLD, names),
  );
  for (const { source, versions, segments: old } of kept) {
    const fresh = more.get(source);
    const total = versions + (fresh?.versions ?? 0);
    // Otherwise the numbers of changes are no longer those by which the last time was told.
    if (passedOn.find((one) => one.source === source)?.versions !== total) continue;
    segments.set(source, [...old.map(([sha256, bytes]) => ({ sha256, bytes })), ...(fresh?.segments ?? [])]);
  }
  const unlisted = passedOn.map(({ source }) => source).filter((source) => !segments.has(source));
  const whole = await write(openSegments(trx, target, added), versionsToPublish(trx, NOTHING_TOLD, unlisted));
  for (const [source, { segments: all }] of whole) segments.set(source, all);
  if (countItems(segments.values()) > MOST_SEGMENTS) throw new SnapshotProblem('object_too_large', 'too many segments');
  return segments;
}

/** So many small ones are better written as a few large ones. */
function tooMany({ sources }: EvidenceIndex): boolean {
  return countItems(sources.map(({ segments }) => segments)) > MOST_SEGMENTS / 2;
}

function countItems(lists: Iterable<readonly unknown[]>): number {
  return Array.from(lists).reduce((sum, { length }) => sum + length, 0);
}

function aboutSource({ source, records, live, versions, root }: SourceRoot) {
  const { licence = null, attribution = null } = SOURCE_CATALOGUE.find(({ id }) => id === source) ?? {};
  return { source, licence, attribution, records, live, versions, root: root.toString('hex') };
}

async function writeState(
  trx: Transaction,
  target: SnapshotTarget,
  { source, isWhole }: { readonly source: string; readonly isWhole: boolean },
  added: AddedTally,
): Promise<[string, number]> {
  const all = await mirrorState(trx, source, MOST_RUNS / CHANNELS.length);
  const state = isWhole ? all : withoutFill(all);
  const { sha256, bytes } = await writeObject(
    target,
    JSON.stringify({ format: FORMATS.state, source, ...state }),
    added,
  );
  return [sha256, bytes];
}

/** Makes a mirror read a source with omitted records from the upstream again. Everything else will be unchanged. */
function withoutFill({ runs, checkpoints, parts }: MirroredState): MirroredState {
  return { runs: runs.filter(isNoFill), checkpoints: checkpoints.filter(isNoFill), parts };
}

function isNoFill({ channel }: { readonly channel: string }): boolean {
  return channel !== 'bulk';
}
