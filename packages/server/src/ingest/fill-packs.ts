import { setTimeout as sleep } from 'node:timers/promises';
import { remakeParts } from '../app/packages/pack-parts.ts';
import { makePacks } from '../app/packages/packs.ts';
import { distinctPacks, type PackName, packMark, readMark } from '../projections/pack-name.ts';
import { isFirstFillUnderWay } from '../queries/first-fills.ts';
import { PACK_RULES, packsAfter } from '../queries/packs.ts';
import type { Db, Transaction } from '../store/database.ts';
import {
  beginPacks,
  deleteMarks,
  forgetPacks,
  movePackRound,
  type PackRound,
  packsOutdatedBy,
  readMarks,
  readPackRound,
  replacePacks,
  replaceParts,
} from '../store/packs.ts';

/** Names whose packs are made together, and marks that are looked at together. */
const PAGE = 300;
const MARKS = 1_000;
/** How long transactions are waited for that began before marks were added. */
const FENCE_WAITS = 20;
const FENCE_MS = 500;

export interface FilledPacks {
  readonly made: number;
  /** Nothing is left to do. */
  readonly isDone: boolean;
}

/**
 * Makes all packs once, then those again that something has touched. Goes on where it was cut off. One at a time. While a source is
 * read for the first time nothing is kept: to mark all that it brings would slow it down for packs that the next batch outdates.
 */
export async function fillPacks(db: Db, signal: AbortSignal): Promise<FilledPacks> {
  if (await isFirstFillUnderWay(db)) {
    await forgetPacks(db);
    return { made: 0, isDone: false };
  }
  let round = await openRound(db);
  for (let wait = 0; round !== null && !round.isFenced; wait += 1) {
    if (wait === FENCE_WAITS) return { made: 0, isDone: false };
    await sleep(FENCE_MS, undefined, { signal });
    round = await readPackRound(db);
  }
  if (round === null) return { made: 0, isDone: false };
  let made = 0;
  for (let { after } = round; after !== null; ) {
    signal.throwIfAborted();
    if (await isFirstFillUnderWay(db)) return { made, isDone: false };
    const names = await packsAfter(db, after, PAGE);
    const next = names.at(-1)?.name ?? null;
    if (!(await keepRoundPage(db, names, { from: after, to: next }, signal))) return { made, isDone: false };
    made += names.length;
    after = next;
  }
  for (;;) {
    signal.throwIfAborted();
    if (await isFirstFillUnderWay(db)) return { made, isDone: false };
    const { seen, remade } = await remakeMarked(db, signal);
    made += remade;
    if (seen < MARKS) return { made, isDone: true };
  }
}

async function openRound(db: Db): Promise<PackRound | null> {
  const round = await readPackRound(db);
  if (round?.rules === PACK_RULES && round.canContinue) return round;
  await beginPacks(db, PACK_RULES);
  return readPackRound(db);
}

/** All that is read within is of one moment; a mark that is added meanwhile stays. */
function inMoment<T>(db: Db, work: (trx: Transaction) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').execute(work);
}

function keepRoundPage(
  db: Db,
  names: readonly PackName[],
  { from, to }: { readonly from: PackRound['after']; readonly to: PackRound['after'] },
  signal: AbortSignal,
): Promise<boolean> {
  return inMoment(db, async (trx) => {
    await replacePacks(trx, names, await makePacks(trx, names, signal));
    return movePackRound(trx, from, to);
  });
}

function remakeMarked(db: Db, signal: AbortSignal): Promise<{ readonly seen: number; readonly remade: number }> {
  return inMoment(db, async (trx) => {
    const { ids, marks } = await readMarks(trx, MARKS);
    const { names: all, inParts } = await outdatedNames(trx, marks);
    const names = [...all];
    for (const name of inParts) {
      const remade = await remakeParts(trx, name, signal);
      if (remade === null) names.push(name);
      else await replaceParts(trx, name, remade.before, remade.parts);
    }
    for (let from = 0; from < names.length; from += PAGE) {
      const some = names.slice(from, from + PAGE);
      await replacePacks(trx, some, await makePacks(trx, some, signal));
    }
    await deleteMarks(trx, ids);
    return { seen: ids.length, remade: all.length + inParts.length };
  });
}

/** Lists the packages that marks name, and those whose packs depend on one; those in parts separately. */
async function outdatedNames(
  db: Db,
  marks: readonly string[],
): Promise<{ readonly names: readonly PackName[]; readonly inParts: readonly PackName[] }> {
  if (marks.length === 0) return { names: [], inParts: [] };
  const known = await packsOutdatedBy(db, marks);
  const inParts = known.filter(({ isInParts }) => isInParts);
  const separate = new Set(inParts.map(packMark));
  const all = distinctPacks([...marks.flatMap((mark) => readMark(mark) ?? []), ...known]);
  return { names: all.filter((name) => !separate.has(packMark(name))), inParts };
}
