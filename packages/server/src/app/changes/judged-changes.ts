import type { Standing } from '@almanac/core/changes';
import type { MatchQuestion } from '@almanac/core/matching';
import { lru } from '../../platform/lru.ts';
import { formatPosition } from '../../queries/changes.ts';
import type { ChangePlace } from '../../queries/newest-change.ts';

/** Whether a version was affected before a change, and by it. */
export type Move = readonly [from: Standing, to: Standing];

/** What changes came to for versions, for all who follow the same versions: what one follower has judged the others need not. */
export interface JudgedChanges {
  /** In the order of the questions; asks `judge` for those that are not known. */
  moves(
    change: { readonly place: ChangePlace; readonly vulnerability: string },
    questions: readonly MatchQuestion[],
    judge: (questions: readonly MatchQuestion[]) => Promise<readonly Move[]>,
  ): Promise<readonly Move[]>;
}

const MAX_BYTES = 16 << 20;
/** Roughly, of an entry with its key. */
const ENTRY_BYTES = 250;
/** Names and aliases of a past moment are those of today, which may change. */
const KEPT_MS = 600_000;

export function openJudgedChanges(): JudgedChanges {
  const known = lru<{ readonly until: number; readonly move: Promise<Move> }>(MAX_BYTES);
  return {
    async moves({ place, vulnerability }, questions, judge) {
      const change = `${formatPosition(place)} ${vulnerability} `;
      const now = performance.now();
      const kept = questions.map((question) => {
        const key = change + JSON.stringify(question);
        const before = known.get(key);
        return { question, key, move: before !== undefined && before.until > now ? before.move : null };
      });
      const lacking = kept.filter(({ move }) => move === null);
      const judged = lacking.length === 0 ? null : judge(lacking.map(({ question }) => question));
      const fresh = new Map(
        lacking.map(({ key }, i) => {
          const move = Promise.resolve(judged).then((all) => all?.[i] ?? NO_MOVE);
          known.set(key, { until: now + KEPT_MS, move }, ENTRY_BYTES + key.length);
          move.catch(() => known.delete(key));
          return [key, move] as const;
        }),
      );
      return Promise.all(kept.map(async ({ key, move }) => move ?? fresh.get(key) ?? NO_MOVE));
    },
  };
}

const NO_MOVE: Move = ['none', 'none'];
