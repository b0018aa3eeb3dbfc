import { type Fields, fieldsOf, type RecordFeed, type Revision } from './record-feed.ts';

type Bytes = Uint8Array | string;

export interface GivenRecord {
  readonly id: string;
  /** When this revision starts; the beginning by default. Repeat the id for later revisions. */
  readonly at?: number | string;
  /**
   * Bytes and strings are served unchanged, values in the upstream's format; null removes the record. Functions are
   * called every time, so that the record may stay in a file.
   */
  readonly record: Bytes | Fields | null | (() => Bytes);
}

export function fromRecords(given: Iterable<GivenRecord>): RecordFeed {
  const byId = new Map<string, Revision[]>();
  for (const { id, at, record } of given) {
    const revision = revisionOf(instantOf(at), record);
    const known = byId.get(id);
    if (known === undefined) byId.set(id, [revision]);
    else insert(known, revision);
  }
  return {
    size: byId.size,
    *records() {
      for (const [id, revisions] of byId) yield { id, revisions };
    },
    find(id) {
      const revisions = byId.get(id);
      return revisions === undefined ? null : { id, revisions };
    },
  };
}

function instantOf(at: number | string | undefined): number {
  const instant = typeof at === 'string' ? Date.parse(at) : (at ?? 0);
  if (!Number.isFinite(instant)) throw new TypeError(`Not an instant: ${at}`);
  return instant;
}

function revisionOf(at: number, record: GivenRecord['record']): Revision {
  if (record === null || isFields(record)) return { at, value: () => record };
  const bytes = () => Buffer.from(typeof record === 'function' ? record() : record);
  return { at, bytes, value: () => parsed(bytes()) };
}

function isFields(record: Exclude<GivenRecord['record'], null>): record is Fields {
  return typeof record === 'object' && !(record instanceof Uint8Array);
}

/** Invalid JSON is served unchanged, but the twin knows nothing about it. */
function parsed(bytes: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(bytes.toString()));
  } catch {
    return {};
  }
}

/** Sorted by time; of two at one instant the later in the list wins. */
function insert(revisions: Revision[], revision: Revision): void {
  const after = revisions.findIndex(({ at }) => at >= revision.at);
  if (after === -1) revisions.push(revision);
  else revisions.splice(after, revisions[after]?.at === revision.at ? 1 : 0, revision);
}
