import type { Coverage } from '@almanac/contract';
import type { KnownExploitation } from '@almanac/core/scan';
import { hashOfHex } from '@almanac/core/snapshots';
import type { Snapshot } from '@almanac/offline/browser';
import type { Opening, SnapshotAnswer, SnapshotProof } from './snapshot-messages.ts';

/** Answers from a snapshot. Every method rejects if any part of it is refused. */
export interface SnapshotAnswers {
  ask(opening: Opening, purls: readonly string[], progress: (done: number) => void): Promise<SnapshotAnswer>;
  exploitation(opening: Opening, ids: readonly string[]): Promise<ReadonlyMap<string, KnownExploitation>>;
  proof(opening: Opening, purl: string): Promise<SnapshotProof>;
}

/** Keeps the first snapshot until it expires or is refused, so that a scan uses a single one. */
export function openSnapshotAnswers(open: (opening: Opening, now: () => number) => Promise<Snapshot>): SnapshotAnswers {
  let opened: Promise<Snapshot> | null = null;
  let now = 0;

  return {
    ask: (opening, purls, progress) =>
      withSnapshot(opening, async (snapshot) => {
        const answers = await snapshot.judgeAll(purls, progress);
        const { origin, size, root, published, expires } = snapshot.info;
        return {
          snapshot: { origin, published, expires, head: { size, root: hashOfHex(root) ?? new Uint8Array() } },
          answers: purls.flatMap((purl) => answers.get(purl) ?? []),
          coverage: snapshot.coverage as Coverage,
        };
      }),
    exploitation: (opening, ids) =>
      withSnapshot(opening, async (snapshot) => {
        const known = new Map<string, KnownExploitation>();
        for (const id of ids) known.set(id, await snapshot.getExploitation(id));
        return known;
      }),
    proof: (opening, purl) =>
      withSnapshot(opening, async (snapshot) => {
        const coverage = snapshot.coverage as Coverage;
        const result = await snapshot.explain(purl);
        if (result === null) {
          const { verdict, verdictReason } = await snapshot.judge(purl);
          return { verdict, verdictReason, matches: [], coverage };
        }
        const { verdict, verdictReason } = result;
        const matches = [...result.matches, ...result.otherMatches].map(({ id, title, proof }) => ({
          id,
          title: title ?? id,
          proof,
        }));
        return { verdict, verdictReason, matches, coverage };
      }),
  };

  async function withSnapshot<T>(opening: Opening, answer: (snapshot: Snapshot) => Promise<T>): Promise<T> {
    now = opening.now;
    opened ??= open(opening, () => now);
    const mine = opened;
    try {
      return await answer(await mine);
    } catch (error) {
      if (opened === mine) opened = null;
      throw error;
    }
  }
}
