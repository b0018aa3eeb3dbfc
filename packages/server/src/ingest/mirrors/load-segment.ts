import { SnapshotProblem } from '@almanac/core/snapshots';
import type { Db } from '../../store/database.ts';
import { hasOwnEvidence, keepMirrorPlace } from '../../store/mirror.ts';
import { writeMirroredVersions } from '../../store/mirrored-versions.ts';
import { sha256 } from '../../store/packing.ts';
import { markAllOutdated } from '../../store/projections/projection-versions.ts';
import { lockRuns, type RestoredDocument, restoreDocuments } from '../../store/restore.ts';
import { mirrorRun } from '../../store/runs.ts';
import type { Packer } from '../packer.ts';
import { parseObject, Segment } from './format.ts';

/** A segment of a source, verified, and which one it is. */
export interface GivenSegment {
  readonly name: string;
  readonly source: number;
  readonly sha256: string;
  /** How many are loaded with it. */
  readonly count: number;
  readonly text: string;
}

/** All of a segment, and that it is loaded, in one transaction. Returns the number of versions. */
export async function loadSegment(
  { db, now }: { readonly db: Db; readonly now: () => Date },
  packer: Packer,
  given: GivenSegment,
): Promise<number> {
  const { source: name, documents, versions } = parseObject(given.text, Segment, 'segment_malformed');
  if (name !== given.name) throw new SnapshotProblem('segment_misplaced', name.slice(0, 60));
  const raws = documents.map(([, text, encoded]) =>
    text === null ? Buffer.from(encoded ?? '', 'base64') : Buffer.from(text),
  );
  await packer.learn(raws);
  const packed = raws.map((raw, place): RestoredDocument => {
    const contentSha256 = Buffer.from(documents[place]?.[0] ?? '', 'hex');
    return Object.assign(packer.pack(raw), { rawSha256: sha256(raw), contentSha256 });
  });
  const mirrored = versions.map(([key, seq, observedAt, modified, basis, withdrawn, place]) => ({
    key,
    seq,
    observedAt,
    modified,
    basis,
    withdrawn: withdrawn === 1,
    rawSha256: hashAt(packed, place),
  }));
  const { source } = given;
  await db.transaction().execute(async (trx) => {
    await lockRuns(trx);
    if (await hasOwnEvidence(trx, source, given.count > 1)) throw new SnapshotProblem('evidence_diverged', name);
    const run = await mirrorRun(trx, source, now(), versions.length);
    await restoreDocuments(trx, packed);
    await writeMirroredVersions(trx, run, mirrored);
    await markAllOutdated(trx);
    const last = Buffer.from(given.sha256, 'hex');
    await keepMirrorPlace(trx, source, { segments: given.count, last, finishedAt: null });
  });
  return versions.length;
}

function hashAt(documents: readonly RestoredDocument[], place: number): Buffer | null {
  if (place === -1) return null;
  const document = documents[place];
  if (document === undefined) throw new SnapshotProblem('segment_malformed', `no document ${place}`);
  return document.rawSha256;
}
