import type { MatchQuestion } from '@almanac/core/matching';
import {
  type BriefAnswer,
  type BriefResult,
  briefResult,
  knownRisk,
  mergedRisk,
  purlAnswer,
  purlQuestion,
  type ScanOutcome,
  scanOutcome,
} from '@almanac/core/scan';
import { partitionOf, RISK, type SnapshotRisk, type Visit } from '@almanac/core/snapshots';
import { isCve } from '../scan/thresholds.ts';
import { isHeld } from './held.ts';
import type { HeldSnapshot } from './open-held.ts';
import { type PurlOfSnapshot, placeOfPackage } from './wanted.ts';

/** Which sources of exploitation were up to date when the snapshot was made. */
export type UpToDate = Readonly<Record<'kev' | 'epss', boolean>>;

/** What is known of a package. `patched`: vulnerabilities for which, by the document that names it, a patch is applied. */
export async function outcomeOf(
  held: HeldSnapshot,
  purl: string,
  isOk: UpToDate,
  patched?: readonly string[],
): Promise<ScanOutcome> {
  const asked = purlQuestion(purl);
  const { question } = asked;
  if (question === null) return scanOutcome({ kind: 'answer', answer: purlAnswer(purl, asked, null) });
  try {
    const named = patched === undefined ? question : { ...question, patched };
    const result = await (question.ecosystem == null
      ? judgedByCollection(held, named)
      : judgedExactly(held, { ...question, ecosystem: question.ecosystem }));
    const answer = await withRisks(held, result, isOk);
    return scanOutcome({ kind: 'answer', answer: purlAnswer(purl, asked, answer) });
  } catch (error) {
    if (error instanceof NotHeld) return scanOutcome({ kind: 'failed', reason: NOT_PULLED });
    throw error;
  }
}

export const NOT_PULLED = 'the part of the snapshot that may have it was not pulled: almanac db pull --for gets it';

/** The part of the snapshot that may have the package is not held. */
export class NotHeld extends Error {}

/** Throws `NotHeld` where something is to be read that was not pulled. */
export function visitOf(held: HeldSnapshot): Visit {
  return (partition, place) => {
    if (place === null ? lacksPartition(held, partition) : !isHeld(held.state.held, place)) throw new NotHeld();
  };
}

async function judgedExactly(held: HeldSnapshot, asked: PurlOfSnapshot): Promise<BriefResult> {
  const visit = visitOf(held);
  visit(partitionOf(asked.ecosystem), null);
  const place = await placeOfPackage(held.snapshot, asked);
  if (place !== null) visit(place.partition, place);
  return briefResult(await held.snapshot.judge(asked));
}

/** Of a name that no channel has, an API may find records by the name alone; a snapshot does not have them. */
async function judgedByCollection(held: HeldSnapshot, question: MatchQuestion): Promise<BriefResult> {
  const result = await held.snapshot.judgeNamed(question, visitOf(held));
  return result === null ? { ...UNKNOWN_NAME, unknownReasons: ['not_covered'] } : briefResult(result);
}

const UNKNOWN_NAME = {
  verdict: 'unknown',
  verdictReason: 'No channel of the snapshot has a package of this name.',
  total: 0,
  shown: [],
} as const;

async function withRisks(held: HeldSnapshot, { shown, ...brief }: BriefResult, isOk: UpToDate): Promise<BriefAnswer> {
  const matches: BriefAnswer['matches'] = [];
  for (const { id, aliases, brief: match } of shown) {
    const risks: (SnapshotRisk | null | undefined)[] = [];
    for (const cve of [id, ...aliases].filter(isCve)) risks.push(await riskOf(held, cve));
    const isKnown = !risks.includes(undefined);
    const merged = mergedRisk(
      risks.flatMap((risk) => (risk == null ? [] : [{ ...shareOf(risk), exploitation: null }])),
    );
    matches.push({ ...match, ...knownRisk(merged, isKnown ? isOk : { kev: false, epss: false }) });
  }
  return { ...brief, matches };
}

/** Null: nobody says anything of it. Undefined: the part that would tell is not held. */
export async function riskOf(held: HeldSnapshot, cve: string): Promise<SnapshotRisk | null | undefined> {
  if (lacksPartition(held, RISK)) return undefined;
  const place = await held.snapshot.place(RISK, cve);
  if (place !== null && !isHeld(held.state.held, place)) return undefined;
  return held.snapshot.risk(cve);
}

/** Whether the snapshot has a partition of which nothing is held, not even the index. */
function lacksPartition({ snapshot, state }: HeldSnapshot, name: string): boolean {
  return !state.held.has(name) && snapshot.manifest.partitions.some((one) => one.name === name);
}

/** The probability as a share of one. */
export function shareOf({ kev, epss }: SnapshotRisk): Pick<SnapshotRisk, 'kev' | 'epss'> {
  return { kev, epss: epss === null ? null : epss / 100_000 };
}
