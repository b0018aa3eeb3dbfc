import { toUtf8 } from '../snapshots/encoding.ts';
import { openNote, readVerifierKey, type SnapshotCrypto } from '../snapshots/note.ts';
import { SnapshotProblem } from '../snapshots/problem.ts';
import { type Freshness, readFreshness } from './statement.ts';

/** Bytes of a signed statement: more than one with every source at its bounds has. */
export const LONGEST_STATEMENT = 262_144;

/** The statement of a signed note, once the trusted key is known to have signed it. Refusals are those of snapshots. */
export function openFreshness(crypto: SnapshotCrypto, note: string, verifierKey: string): Freshness {
  const key = readVerifierKey(crypto.sha256, verifierKey);
  const statement = readFreshness(openNote(crypto, toUtf8(note), key, LONGEST_STATEMENT));
  if (statement === null) throw new SnapshotProblem('note_malformed');
  return statement;
}
