import { z } from 'zod';
import { Count, Sha256, StoredInstant } from '../../../ingest/evidence-forms.ts';

/** What a folder of exported evidence is made of; docs/operations.md tells it to those who read it without this code. */
export const FORMAT = 'almanac-evidence';
export const FORMAT_VERSION = 1;
export const MANIFEST = 'manifest.json';

const Name = z
  .string()
  .regex(/^(?:(?:records|documents)\/)?[a-z0-9_]+\.(?:jsonl|tar)\.gz$/, 'is no name of a file of an export');

export const ArchiveFile = z.object({ name: Name, bytes: Count, sha256: Sha256, entries: Count });
export type ArchiveFile = z.infer<typeof ArchiveFile>;

export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  exported_at: z.string(),
  sources: z.array(z.object({ source: z.string(), records: Count, live: Count, versions: Count, root: Sha256 })),
  root: Sha256,
  files: z.array(ArchiveFile),
});
export type Manifest = z.infer<typeof Manifest>;

export const NAMES = {
  runs: 'runs.jsonl.gz',
  checkpoints: 'checkpoints.jsonl.gz',
  dictionaries: 'dictionaries.jsonl.gz',
  quarantine: 'quarantine.jsonl.gz',
  records: (source: string) => `records/${source}.jsonl.gz`,
  documents: (segment: number) => `documents/${String(segment).padStart(5, '0')}.tar.gz`,
  /** Beside each archive of documents, a line for each of them in the same order. */
  index: (segment: number) => `documents/${String(segment).padStart(5, '0')}.jsonl.gz`,
} as const;

export const RunLine = z.looseObject({
  id: z.int().positive(),
  source: z.string(),
  state: z.string(),
  started_at: StoredInstant,
});

export const CheckpointLine = z.looseObject({ source: z.string(), channel: z.string(), value: z.string() });

export const DictionaryLine = z.object({ id: z.int().positive(), source: z.string(), bytes: z.base64() });

export const DocumentLine = z.object({
  sha256: Sha256,
  /** Over the value with sorted keys and without volatile members. */
  content_sha256: Sha256,
  size: Count,
  dictionary: z.int().nullable(),
});
export type DocumentLine = z.infer<typeof DocumentLine>;

export const BASES = ['observed', 'archive', 'reconstructed'] as const;

export const RecordLine = z.object({
  id: z.int().positive(),
  key: z.string(),
  withdrawn: z.boolean(),
  versions: z.array(
    z.object({
      seq: z.int().positive(),
      observed_at: StoredInstant,
      upstream_modified: StoredInstant.nullable(),
      basis: z.enum(BASES),
      run: z.int().positive(),
      /** Of the document; null: the source no longer has the record. */
      sha256: Sha256.nullable(),
    }),
  ),
});
export type RecordLine = z.infer<typeof RecordLine>;

export const QuarantineLine = z.looseObject({ source: z.string(), sha256: Sha256, bytes: z.base64() });
