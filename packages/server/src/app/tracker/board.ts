import { nextTurn } from '../../platform/in-slices.ts';
import type { Documents } from '../../queries/documents.ts';
import { trackerIssues } from '../../queries/tracker-issues.ts';
import type { AlmanacDatabases, Db } from '../../store/database.ts';
import type { SourceStates } from '../sources/source-states.ts';
import { type Fixes, openFixes } from './fixes.ts';
import { type RatedIssues, ratedIssues } from './judged-issues.ts';
import { type OpenVerdicts, readOpenVerdicts } from './open-verdicts.ts';
import { type TrackedCve, trackedCves } from './tracked-cves.ts';

/** The whole tracker at one moment. */
export interface Board extends RatedIssues {
  /** Every CVE that an issue is about, those of the newest issue first. */
  readonly cves: readonly TrackedCve[];
  /** The fixes of those issues that are asked for: to know them of all takes much longer than the rest. */
  readonly judged: Fixes['judged'];
  readonly verdicts: OpenVerdicts;
}

export interface Boards {
  read(): Promise<Board>;
}

/** Every filter of every list is answered from one reading; what it says changes by the minute. */
const KEPT_MS = 5_000;

interface BoardDeps {
  readonly databases: AlmanacDatabases;
  readonly documents: Documents;
  readonly sourceStates: SourceStates;
  readonly now: () => number;
}

export function openBoards(deps: BoardDeps): Boards {
  const { databases, documents, now } = deps;
  const fixes = openFixes(databases, documents);
  let kept: { readonly at: number; readonly board: Board } | null = null;
  let reading: Promise<Board> | null = null;

  async function read(at: number): Promise<Board> {
    try {
      const [rated, verdicts] = await Promise.all([databases.readWithFallback(readIssues), readOpenVerdicts(deps)]);
      const board = { ...rated, verdicts, cves: trackedCves(rated.issues), judged: fixes.of(rated.issues).judged };
      kept = { at, board };
      return board;
    } finally {
      reading = null;
    }
  }

  return {
    async read() {
      const at = now();
      if (reading === null && kept !== null && at - kept.at < KEPT_MS && at >= kept.at) return kept.board;
      // Where it takes longer than it is kept, a second one beside it would make both take longer still.
      reading ??= read(at);
      const board = await reading;
      // Many may have waited, and each has work to do with it.
      await nextTurn();
      return board;
    },
  };
}

function readIssues(db: Db): Promise<RatedIssues> {
  // One snapshot: an issue is not shown beside a pull request that was merged after it was read.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => ratedIssues(trx, await trackerIssues(trx, 'tracked'), null));
}
