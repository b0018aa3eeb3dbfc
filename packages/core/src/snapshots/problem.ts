/**
 * Everything for which a snapshot is refused. What is refused is never used in part: the reader goes on with the snapshot that it verified
 * before, or has none. `npm run openapi` writes them to docs/errors.md.
 */
export const SNAPSHOT_PROBLEMS = [
  ['note_malformed', 'The checkpoint is not a signed note.'],
  ['key_malformed', 'The key is not a verifier key of a signed note.'],
  ['key_changed', 'The key differs from the key that this machine trusts.'],
  ['signature_missing', 'The trusted key did not sign the checkpoint.'],
  ['signature_wrong', "The trusted key's signature does not match this checkpoint."],
  ['key_unknown', 'No trusted key. Pass the publisher’s key.'],
  ['keys_malformed', 'The list of keys next to the checkpoint is malformed.'],
  ['rotation_invalid', 'A key rotation names a key of another log.'],
  ['checkpoint_malformed', 'The signed text is not a checkpoint.'],
  ['origin_wrong', 'The checkpoint belongs to another log.'],
  ['log_empty', 'The log is empty.'],
  ['log_rolled_back', 'The log is shorter than when it was last verified.'],
  ['log_forked', 'The log does not continue the log last verified.'],
  ['tile_missing', 'A tile of the log is missing.'],
  ['tile_malformed', 'A tile of the log has the wrong length.'],
  ['entry_malformed', 'A log entry is not a root.'],
  ['entry_not_included', 'The newest entry is not part of the signed log.'],
  ['object_missing', 'An object is missing.'],
  ['object_truncated', 'An object has the wrong length.'],
  ['object_altered', 'An object does not match its hash.'],
  ['object_too_large', 'An object exceeds the size limit of its kind.'],
  ['download_too_large', 'The snapshot parts needed exceed the download limit of one scan.'],
  ['object_unreadable', 'An object is not gzip-compressed JSON.'],
  ['manifest_malformed', 'The manifest is malformed.'],
  ['format_unknown', 'An object has an unsupported format.'],
  ['state_malformed', 'The saved state of the last snapshot is damaged.'],
  ['snapshot_missing', 'No snapshot on this machine.'],
  ['address_malformed', 'Invalid snapshot URL. Example: https://almanac.example.org/snapshot.'],
  ['snapshot_unreachable', 'The snapshot location is unavailable.'],
  ['snapshot_expired', 'The snapshot has expired.'],
  ['browser_unable', 'This browser cannot verify snapshot signatures.'],
  ['part_missing', 'The required part of the snapshot was not pulled.'],
  ['partition_missing', 'The snapshot has no such partition.'],
  ['index_malformed', 'A partition index is malformed.'],
  ['index_misplaced', 'A partition index belongs to another partition, or does not match the root in the manifest.'],
  ['packs_malformed', "A partition's list of packs is malformed."],
  ['proof_malformed', 'A proof is malformed.'],
  ['proof_wrong', 'A proof does not lead to the signed root.'],
  ['shard_malformed', 'A shard is malformed.'],
  ['shard_misplaced', 'A shard belongs to another partition or position.'],
  ['evidence_missing', 'The snapshot has no evidence to fill a mirror from.'],
  ['evidence_malformed', "The index of evidence, or a source's state in it, is malformed."],
  ['segment_malformed', 'An evidence segment is malformed.'],
  ['segment_misplaced', 'An evidence segment belongs to another source.'],
  ['evidence_diverged', 'The store has evidence that is not in the mirror.'],
  ['evidence_root_wrong', "A source's evidence does not match the signed root."],
] as const;

export type SnapshotProblemCode = (typeof SNAPSHOT_PROBLEMS)[number][0];

const SENTENCES: ReadonlyMap<string, string> = new Map(SNAPSHOT_PROBLEMS);

/** A snapshot, or a part of one, is refused. */
export class SnapshotProblem extends Error {
  override readonly name = 'SnapshotProblem';
  readonly code: SnapshotProblemCode;
  constructor(code: SnapshotProblemCode, detail?: string, options?: ErrorOptions) {
    super(`${SENTENCES.get(code) ?? code}${detail === undefined ? '' : ` (${detail})`}`, options);
    this.code = code;
  }
}
