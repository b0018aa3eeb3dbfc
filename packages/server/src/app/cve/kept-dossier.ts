import { isDeepStrictEqual } from 'node:util';
import { EVIDENCE_AGES } from '@almanac/core/advice';
import type { AdvisedRecords, CveFacts } from '@almanac/core/dossier';
import type { StoredDossier } from '../../queries/cve-body.ts';
import type { AdviceBasis } from '../advice/judge-subjects.ts';
import { deflatePiece, inflatePieces } from '../json/per-request-tail.ts';
import type { LoadedCve } from './cve-facts.ts';
import { type SettledDossier, settleDossier } from './settled-dossier.ts';
import type { SettledLookup } from './settled-lookup.ts';

/** What is stored beside the bytes of a dossier. */
export interface KeptSettled extends Pick<SettledDossier, 'id' | 'availability' | 'origins' | 'lastIngestedAt'> {
  /** Bytes of each piece: before and behind the score, and the hints of each age. */
  readonly sizes: readonly number[];
  readonly aliases: CveFacts['aliases'];
  /** What its advice was made from. */
  readonly packages: AdviceBasis['packages'];
  readonly issues: AdviceBasis['issues'];
  readonly stamp: string;
}

/** The advice of a dossier that is kept, and what it is based on. */
export interface KeptAdvice {
  readonly advised: AdvisedRecords;
  readonly basis: AdviceBasis;
}

/** Packs what a dossier has beside the lookup; null where that is too large. For a CVE that no issue names. */
export function keptDossier(
  knowledge: LoadedCve,
  { advised, basis }: KeptAdvice,
  maxBytes: number,
): StoredDossier<KeptSettled> | null {
  const settled = settleDossier(knowledge, advised);
  const { beforeScore, afterScore, hintsAt, id, availability, origins, lastIngestedAt } = settled;
  const hints = EVIDENCE_AGES.map((age) => hintsAt(age, false));
  const pieces = [beforeScore, afterScore, ...hints].map((text) => Buffer.from(text));
  const bytes = Buffer.concat(pieces);
  if (bytes.length > maxBytes) return null;
  const sizes = pieces.map(({ length }) => length);
  const { aliases } = knowledge.facts;
  return {
    bytes: deflatePiece(bytes),
    settled: { id, availability, origins, lastIngestedAt, sizes, aliases, ...basis },
  };
}

/** Reports whether a kept dossier still fits: the same aliases, and nothing new about the packages of its advice. */
export function isCurrent(
  dossier: Pick<StoredDossier, 'settled'>,
  aliases: CveFacts['aliases'],
  stamp: string,
): boolean {
  return (dossier.settled as KeptSettled).stamp === stamp && hasAliases(dossier, aliases);
}

/** Aliases come from more records than those that a body is compared by. */
function hasAliases({ settled }: Pick<StoredDossier, 'settled'>, aliases: CveFacts['aliases']): boolean {
  // A row of the driver's is of a class of its own.
  return isDeepStrictEqual(
    (settled as KeptSettled).aliases,
    aliases.map((alias) => ({ ...alias })),
  );
}

export function hasSameBasis(one: StoredDossier, other: StoredDossier): boolean {
  const { aliases, stamp } = other.settled as KeptSettled;
  return isCurrent(one, aliases, stamp);
}

/** The dossier that was packed, with the records that stand in its lookup. */
export function dossierOfKept(
  { bytes, settled }: StoredDossier<KeptSettled>,
  { body, places }: SettledLookup,
): SettledDossier {
  const { id, availability, origins, lastIngestedAt } = settled;
  const [before, after, ...hints] = piecesOf(bytes, settled.sizes);
  return {
    id,
    availability,
    origins,
    lastIngestedAt,
    beforeScore: text(before),
    afterScore: text(after),
    hintsAt: (age) => text(hints[EVIDENCE_AGES.indexOf(age)]),
    payloads: places.evidence.flatMap(([source, place]) =>
      typeof place === 'string' ? [] : [[source, body.subarray(...place)] as const],
    ),
  };
}

function text(piece: Buffer | undefined): string {
  return piece?.toString() ?? '';
}

function piecesOf(packed: Buffer, sizes: readonly number[]): Buffer[] {
  const bytes = inflatePieces(
    packed,
    sizes.reduce((sum, size) => sum + size, 0),
  );
  let at = 0;
  return sizes.map((size) => {
    at += size;
    return bytes.subarray(at - size, at);
  });
}

/** Whether two say the same; how they are packed may differ. Throws where one cannot be unpacked. */
export function isSameDossier(one: StoredDossier | null, other: StoredDossier | null): boolean {
  if (one === null || other === null) return one === other;
  if (!isDeepStrictEqual(one.settled, other.settled)) return false;
  const { sizes } = one.settled as KeptSettled;
  return Buffer.concat(piecesOf(one.bytes, sizes)).equals(Buffer.concat(piecesOf(other.bytes, sizes)));
}
