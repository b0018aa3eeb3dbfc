import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import {
  type ObjectReference,
  openSnapshot,
  readObjectText,
  type SnapshotIo,
  SnapshotProblem,
} from '@almanac/core/snapshots';
import { sourceNumber } from '../../projections/version.ts';
import type { Db } from '../../store/database.ts';
import { inSnapshot } from '../../store/in-snapshot.ts';
import {
  hasOwnEvidence,
  keepMirrorLog,
  keepMirrorPlace,
  type MirrorPlace,
  mirrorPlaces,
  verifiedMirrorLog,
} from '../../store/mirror.ts';
import { writeMirroredState } from '../../store/mirrored-state.ts';
import { lockRuns } from '../../store/restore.ts';
import { evidenceRoots, type SourceRoot } from '../evidence-roots.ts';
import { openPacker } from '../packer.ts';
import { readAhead } from '../read-ahead.ts';
import { EvidenceIndex, type EvidenceSource, parseObject, SourceState } from './format.ts';
import { loadSegment } from './load-segment.ts';

export interface MirrorDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly signal: AbortSignal;
  readonly showProgress: (text: string) => void;
  /** Reads the files of the mirror. */
  readonly io: SnapshotIo;
  /** The verifier key that is trusted. */
  readonly key: string;
}

/** A source that is to be filled, as the mirror has it. */
export interface Filling extends EvidenceSource {
  readonly id: SourceId;
  readonly place: MirrorPlace | null;
}

export interface OpenMirror {
  readonly published: string;
  /** Those that are not whole yet. */
  readonly fillings: readonly Filling[];
  readonly finished: readonly SourceId[];
  /** Those that the mirror may not pass on, or does not have: to be read at their upstreams. */
  readonly others: readonly SourceId[];
}

/** Opens a mirror after verifying it completely. Refuses to load anything if the store has evidence from elsewhere. */
export async function openMirror(deps: MirrorDeps, wanted: readonly SourceId[]): Promise<OpenMirror> {
  const { db, io, key, now } = deps;
  const places = await mirrorPlaces(db);
  const verified = await verifiedMirrorLog(db);
  if (verified !== null && verified.key !== key && [...places.values()].some(({ finishedAt }) => finishedAt === null)) {
    throw new SnapshotProblem('key_changed', 'a fill that was begun with another key is not finished');
  }
  const head = verified?.key === key ? verified.head : null;
  const { manifest, checkpoint } = await openSnapshot(io, { key, verified: head }, now());
  await keepMirrorLog(db, { key, head: checkpoint });
  if (manifest.evidence === null) throw new SnapshotProblem('evidence_missing');
  const index = parseObject(await readObjectText(io, manifest.evidence), EvidenceIndex, 'evidence_malformed');
  const has = new Map(index.sources.map((source) => [source.source, source]));
  if (has.size !== index.sources.length) throw new SnapshotProblem('evidence_malformed', 'a source is listed twice');
  const fillings = wanted.flatMap((id): Filling[] => {
    const source = has.get(id);
    const place = places.get(sourceNumber(id)) ?? null;
    return source === undefined || place?.finishedAt ? [] : [{ ...source, id, place }];
  });
  const diverged: string[] = [];
  for (const filling of fillings) if (await isDiverged(db, filling)) diverged.push(filling.id);
  if (diverged.length > 0) throw new SnapshotProblem('evidence_diverged', diverged.join(', '));
  return {
    published: index.published,
    fillings,
    finished: wanted.filter((id) => places.get(sourceNumber(id))?.finishedAt),
    others: SOURCE_IDS.filter((id) => !has.has(id)),
  };
}

async function isDiverged(db: Db, { id, place, segments }: Filling): Promise<boolean> {
  if (place !== null && segments[place.segments - 1]?.[0] !== place.last.toString('hex')) return true;
  return hasOwnEvidence(db, sourceNumber(id), place !== null);
}

export interface Filled {
  readonly segments: number;
  readonly versions: number;
}

/** Loads the segments of a source that are not loaded yet, each verified, while the next one is downloaded. */
export async function fillSource(deps: MirrorDeps, { id, place, segments }: Filling): Promise<Filled> {
  const { db, io, signal, showProgress } = deps;
  const source = sourceNumber(id);
  const packer = await openPacker(db, source);
  const first = place?.segments ?? 0;
  let versions = 0;
  async function* texts() {
    for (const [i, [sha256, bytes]] of segments.slice(first).entries()) {
      signal.throwIfAborted();
      yield { name: id, source, sha256, count: first + i + 1, text: await readObjectText(io, { sha256, bytes }) };
    }
  }
  for await (const given of readAhead(texts(), () => {})) {
    signal.throwIfAborted();
    versions += await loadSegment(deps, packer, given);
    showProgress(`${id}: ${given.count} of ${segments.length} segments`);
  }
  return { segments: segments.length - first, versions };
}

/** Compares what was loaded with what was signed. Returns the roots of these sources. */
export async function compareRoots(deps: MirrorDeps, fillings: readonly Filling[]): Promise<readonly SourceRoot[]> {
  const { sources, firstFaults } = await inSnapshot(deps.db, (trx) => evidenceRoots({ ...deps, listed: 1 }, trx));
  if (firstFaults[0] !== undefined) throw new SnapshotProblem('evidence_root_wrong', firstFaults[0]);
  return fillings.flatMap(({ id, root, records, live, versions }) => {
    const found = sources.find(({ source }) => source === id);
    const isSame =
      found?.root.toString('hex') === root &&
      found.records === records &&
      found.live === live &&
      found.versions === versions;
    if (!isSame) throw new SnapshotProblem('evidence_root_wrong', id);
    return [found];
  });
}

/** Last of all: from here on the sources count as read, and go on at their upstreams where the mirror was. */
export async function finishFilling(deps: MirrorDeps, fillings: readonly Filling[]): Promise<void> {
  const { db, io, now } = deps;
  const states = new Map<SourceId, SourceState>();
  for (const { id, state } of fillings) {
    const found = parseObject(await readObjectText(io, toReference(state)), SourceState, 'evidence_malformed');
    if (found.source !== id) throw new SnapshotProblem('evidence_malformed', `a state of ${found.source.slice(0, 60)}`);
    states.set(id, found);
  }
  await db.transaction().execute(async (trx) => {
    await lockRuns(trx);
    for (const { id, segments } of fillings) {
      const source = sourceNumber(id);
      if (await hasOwnEvidence(trx, source, true)) throw new SnapshotProblem('evidence_diverged', id);
      const state = states.get(id);
      if (state !== undefined) await writeMirroredState(trx, source, state);
      const last = Buffer.from(segments.at(-1)?.[0] ?? '', 'hex');
      await keepMirrorPlace(trx, source, { segments: segments.length, last, finishedAt: now() });
    }
  });
}

function toReference([sha256, bytes]: readonly [string, number]): ObjectReference {
  return { sha256, bytes };
}
