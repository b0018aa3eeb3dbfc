import type { MatchQuestion, MatchResult } from '@almanac/core/matching';
import type { OpenSnapshot, Visit } from '@almanac/core/snapshots';

interface Judged {
  readonly result: Promise<MatchResult | null>;
  readonly visits: readonly Parameters<Visit>[];
}

export interface Memory {
  isOn: boolean;
}

/**
 * Judges each question once: a pull judges to learn which other files it needs, then the scan asks again. An answer is
 * forgotten when taken, and not kept once the pull has ended.
 */
export function judgingOnce(snapshot: OpenSnapshot, memory: Memory): OpenSnapshot {
  const known = new Map<string, Judged>();
  const once = (
    question: MatchQuestion,
    visit: Visit | undefined,
    judge: (visit: Visit) => Promise<MatchResult | null>,
  ) => {
    const key = JSON.stringify(question);
    const before = known.get(key);
    if (before !== undefined) {
      known.delete(key);
      for (const each of before.visits) visit?.(...each);
      return before.result;
    }
    const visits: Parameters<Visit>[] = [];
    const result = judge((...each) => {
      visits.push(each);
      visit?.(...each);
    });
    if (memory.isOn) known.set(key, { result, visits });
    return result;
  };
  return {
    ...snapshot,
    judge: async (question, visit) =>
      (await once(question, visit, (tell) => snapshot.judge(question, tell))) as MatchResult,
    judgeNamed: (question, visit) => once(question, visit, (tell) => snapshot.judgeNamed(question, tell)),
  };
}
