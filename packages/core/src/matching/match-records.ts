import type { RecordHash } from '../decisions/model.ts';
import type { Match } from './match.ts';

/** The records that support a match, with the hashes of their bytes, strongest first: as many as its proof carries. */
export function recordsOfMatch({ proof }: Pick<Match, 'proof'>): RecordHash[] {
  return proof.evidence.flatMap((evidence) =>
    evidence.kind === 'record' ? [{ source: evidence.source, id: evidence.id, sha256: evidence.sha256 }] : [],
  );
}
