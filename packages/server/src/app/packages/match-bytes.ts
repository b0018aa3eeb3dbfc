import type { Match } from '@almanac/core/matching';
import type { NamedBytes } from '../../queries/record-dates.ts';

/** The records of a match, as its proof names them. */
export function bytesOfMatch({ proof }: Pick<Match, 'proof'>): NamedBytes[] {
  return proof.evidence.map(({ source, id, sha256 }) => ({ source, record: id, sha256 }));
}
