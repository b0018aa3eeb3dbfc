import type { Documents } from '../../queries/documents.ts';
import type { AlmanacDatabases } from '../../store/database.ts';
import { type JudgedIssue, type RatedIssue, withFix } from './judged-issues.ts';
import { type KnownFixes, trackedFixes } from './tracked-fixes.ts';

/** The fixes of one board. */
export interface Fixes {
  /** These issues of the board with their fixes, in their order. A page costs by its own issues; more are judged with all others, once. */
  readonly judged: (issues: readonly RatedIssue[]) => Promise<readonly JudgedIssue[]>;
}

/** Issues that are judged by themselves: the longest page. */
const MOST_ALONE = 500;

/** What was judged is kept from board to board, and judged again where a record has changed. */
export function openFixes(databases: AlmanacDatabases, documents: Documents) {
  const known = new Map<number, NonNullable<ReturnType<KnownFixes['get']>>>();
  let last: Promise<unknown> = Promise.resolve();

  function judge(rated: readonly RatedIssue[]): Promise<KnownFixes> {
    return databases.readWithFallback(async (db) => {
      const issues = rated.map(({ issue }) => issue);
      const fixes = await trackedFixes(db, documents, issues, { before: known });
      for (const [number, fix] of fixes) known.set(number, fix);
      return fixes;
    });
  }

  /** Two judgements of everything at once would take twice as long; the second finds most of it known. */
  function judgeAll(all: readonly RatedIssue[]): Promise<KnownFixes> {
    const judged = last.then(() => judge(all));
    last = judged.catch(() => undefined);
    return judged;
  }

  return {
    of(all: readonly RatedIssue[]): Fixes {
      const numbers = new Set(all.map(({ issue }) => issue.number));
      for (const number of known.keys()) if (!numbers.has(number)) known.delete(number);
      let whole: Promise<KnownFixes> | null = null;

      function wholeFixes(): Promise<KnownFixes> {
        whole ??= judgeAll(all).catch((error: unknown) => {
          whole = null;
          throw error;
        });
        return whole;
      }

      return {
        async judged(issues) {
          if (issues.length === 0) return [];
          const fixes = await (issues.length <= MOST_ALONE ? judge(issues) : wholeFixes());
          return issues.map((rated) => withFix(rated, fixes));
        },
      };
    },
  };
}
