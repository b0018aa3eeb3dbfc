import { SOURCE_IDS } from '@almanac/contract';
import { OBJECT_LIMITS, SEGMENT_FORMAT, SnapshotProblem } from '@almanac/core/snapshots';
import { z } from 'zod';
import { CHANNELS } from '../../sources/source.ts';
import { Count, Sha256, StoredInstant } from '../evidence-forms.ts';

/** docs/snapshot-format.md documents the same formats. */
export const FORMATS = {
  index: 'almanac-evidence/1',
  segment: SEGMENT_FORMAT,
  state: 'almanac-source-state/1',
} as const;

/** Segments of all sources together: 20 years of a new one each day of each. */
export const MOST_SEGMENTS = 100_000;
/** A segment ends with the version that exceeds any of these; `packed` is as the documents are stored. */
export const SEGMENT = { versions: 5_000, raw: 8 << 20, packed: 3 << 20 } as const;
export const MOST_RUNS = 5_000 * CHANNELS.length;
const MOST_PARTS = 10_000;

/** Hash and length, as snapshots write a reference. */
const Reference = z.tuple([Sha256, Count.max(OBJECT_LIMITS.packed)]);
const ChangeNumber = z.string().regex(/^\d{1,19}$/);

const EvidencePosition = z.object({
  /** Versions with numbers from here on are not in it. */
  until: ChangeNumber,
  /** Nor are those of transactions that had begun before and were not done. */
  running: z.array(ChangeNumber).max(100_000),
});
export type EvidencePosition = z.infer<typeof EvidencePosition>;

const EvidenceSource = z.object({
  source: z.string().max(60),
  licence: z.string().nullable(),
  attribution: z.string().nullable(),
  records: Count,
  live: Count,
  versions: Count,
  root: Sha256,
  segments: z.array(Reference).max(MOST_SEGMENTS),
  state: Reference,
});
export type EvidenceSource = z.infer<typeof EvidenceSource>;

export const EvidenceIndex = z.object({
  format: z.literal(FORMATS.index),
  published: z.iso.datetime(),
  position: EvidencePosition,
  sources: z.array(EvidenceSource).max(SOURCE_IDS.length * 4),
  /** Sources that may not be passed on. */
  leftOut: z.array(z.string()).max(SOURCE_IDS.length * 4),
});
export type EvidenceIndex = z.infer<typeof EvidenceIndex>;

/** A document's content hash, and its text; where it is no text, null and its bytes in base64. */
const SegmentDocument = z.union([z.tuple([Sha256, z.string()]), z.tuple([Sha256, z.null(), z.base64()])]);

/** Key, number, seen at, dated by its source, basis, withdrawn (0 or 1), place of its document in the segment or −1. */
const SegmentVersion = z.tuple([
  z.string().max(10_000),
  z.int().positive(),
  StoredInstant,
  StoredInstant.nullable(),
  z.int().min(0).max(2),
  z.int().min(0).max(1),
  z.int().min(-1),
]);

export const Segment = z.object({
  format: z.literal(FORMATS.segment),
  source: z.string(),
  documents: z.array(SegmentDocument).max(SEGMENT.versions),
  versions: z.array(SegmentVersion).max(SEGMENT.versions),
});
export type Segment = z.infer<typeof Segment>;

export const SourceState = z.object({
  format: z.literal(FORMATS.state),
  source: z.string(),
  runs: z
    .array(
      z.object({
        channel: z.enum(CHANNELS),
        state: z.enum(['ok', 'failed', 'held']),
        started_at: StoredInstant,
        finished_at: StoredInstant,
        expected: Count.nullable(),
        seen: Count,
        changed: Count,
        removed: Count,
        unreadable: Count,
        live: Count.nullable(),
      }),
    )
    .max(MOST_RUNS),
  checkpoints: z.array(z.object({ channel: z.enum(CHANNELS), value: z.string() })).max(CHANNELS.length),
  parts: z
    .array(
      z.object({
        part: z.string(),
        records: Count,
        changed_at: StoredInstant.nullable(),
        pause_seconds: Count.nullable(),
        seen_at: StoredInstant,
      }),
    )
    .max(MOST_PARTS),
});
export type SourceState = z.infer<typeof SourceState>;

/** The value of an unpacked object, compared with its form. */
export function parseObject<T>(
  text: string,
  form: z.ZodType<T>,
  problem: 'evidence_malformed' | 'segment_malformed',
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SnapshotProblem('object_unreadable', undefined, { cause });
  }
  const result = form.safeParse(value);
  if (result.success) return result.data;
  throw new SnapshotProblem(problem, z.prettifyError(result.error).slice(0, 300));
}
