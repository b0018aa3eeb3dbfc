/**
 * Everything for which a snapshot is refused. What is refused is never used in part: the reader goes on with the snapshot that it verified
 * before, or has none. `npm run openapi` writes them to docs/errors.md.
 */
export const SNAPSHOT_PROBLEMS = [
  ['note_malformed', 'The checkpoint is not a signed note.'],
  ['key_malformed', 'The key is not a verifier key of a signed note.'],
  ['key_changed', 'The key is another one than the one that this reader trusts.'],
  ['signature_missing', 'The trusted key did not sign the checkpoint.'],
  ['signature_wrong', 'The signature of the trusted key is not valid for this checkpoint.'],
  ['key_unknown', 'Whom to trust is not known. Pass the publisher’s key.'],
  ['keys_malformed', 'The list of keys beside the checkpoint is not of the form that is documented.'],
  ['rotation_invalid', 'A rotation of keys does not name a key of this log.'],
  ['checkpoint_malformed', 'The signed text is not a checkpoint.'],
  ['origin_wrong', 'The checkpoint is of another log.'],
  ['log_empty', 'The log has no entry.'],
  ['log_rolled_back', 'The log is shorter than it was when it was last verified.'],
  ['log_forked', 'The log does not continue the one that was last verified.'],
  ['tile_missing', 'A tile of the log is missing.'],
  ['tile_malformed', 'A tile of the log has the wrong length.'],
  ['entry_malformed', 'An entry of the log is not a root.'],
  ['entry_not_included', 'The newest entry is not part of the signed log.'],
  ['object_missing', 'An object is missing.'],
  ['object_truncated', 'An object is shorter or longer than its reference says.'],
  ['object_altered', 'The bytes of an object do not have the hash that it is named by.'],
  ['object_too_large', 'An object is larger than its kind may be.'],
  ['download_too_large', 'More would have to be read of the snapshot than this reader reads for one scan.'],
  ['object_unreadable', 'An object is not JSON packed by gzip.'],
  ['manifest_malformed', 'The manifest is not of the form that is documented.'],
  ['format_unknown', 'An object is of a format that this reader does not know.'],
  ['state_malformed', 'What this reader keeps of the last snapshot is not as it was written.'],
  ['snapshot_missing', 'No snapshot on this machine.'],
  ['address_malformed', 'This is not the address of a snapshot, such as https://almanac.example.org/snapshot.'],
  ['snapshot_unreachable', 'The place where snapshots are published cannot be reached.'],
  ['snapshot_expired', 'The snapshot is past the date until which it may be used.'],
  ['browser_unable', 'This browser cannot check the signature of a snapshot here.'],
  ['part_missing', 'The part of the snapshot that is needed was not pulled.'],
  ['partition_missing', 'The snapshot has no partition of this name.'],
  ['index_malformed', 'The index of a partition is not of the form that is documented.'],
  ['index_misplaced', 'The index is of another partition, or its hashes do not make the root in the manifest.'],
  ['packs_malformed', 'The list of packs of a partition is not of the form that is documented.'],
  ['proof_malformed', 'A proof is not of the form that is documented.'],
  ['proof_wrong', 'A proof does not lead to the signed root.'],
  ['shard_malformed', 'A shard is not of the form that is documented.'],
  ['shard_misplaced', 'A shard is of another partition or of another place in it.'],
  ['evidence_missing', 'The snapshot has no evidence to fill a mirror from.'],
  [
    'evidence_malformed',
    'The index of evidence, or the state of a source in it, is not of the form that is documented.',
  ],
  ['segment_malformed', 'A segment of evidence is not of the form that is documented.'],
  ['segment_misplaced', 'A segment of evidence is of another source.'],
  ['evidence_diverged', 'The store has evidence of a source that the mirror does not begin with.'],
  ['evidence_root_wrong', 'The evidence of a source does not come to the root that was signed.'],
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
