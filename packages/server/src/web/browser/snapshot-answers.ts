import type { Coverage } from '@almanac/contract';
import {
  type AskedSnapshot,
  answerBySnapshot,
  coverageOfSnapshot,
  exploitationBySnapshot,
  judgeBySnapshot,
  type KnownExploitation,
  purlQuestion,
} from '@almanac/core/scan';
import { checkAge, type FileReader, openSnapshot, type SnapshotIo } from '@almanac/core/snapshots';
import type { Opening, SnapshotAnswer, SnapshotProof } from './snapshot-messages.ts';

/** Packages that are judged at once. */
const AT_ONCE = 64;

/** Answers from a snapshot. All reject where it is refused, and answer nothing then: what is refused is refused as a whole. */
export interface SnapshotAnswers {
  ask(opening: Opening, purls: readonly string[], progress: (done: number) => void): Promise<SnapshotAnswer>;
  exploitation(opening: Opening, ids: readonly string[]): Promise<ReadonlyMap<string, KnownExploitation>>;
  proof(opening: Opening, purl: string): Promise<SnapshotProof>;
}

export interface AnswersDeps extends Pick<SnapshotIo, 'crypto' | 'unpack'> {
  readonly reader: (address: string) => FileReader;
}

/** The snapshot that was opened first answers until it expires or is refused, so that one scan rests on one snapshot. */
export function openSnapshotAnswers({ reader, crypto, unpack }: AnswersDeps): SnapshotAnswers {
  let opened: Promise<AskedSnapshot> | null = null;

  return {
    ask: (opening, purls, progress) =>
      withSnapshot(opening, async (asked) => {
        const answers = [];
        for (let from = 0; from < purls.length; from += AT_ONCE) {
          progress(from);
          const some = purls.slice(from, from + AT_ONCE);
          answers.push(...(await Promise.all(some.map((purl) => answerBySnapshot(asked, purl)))));
        }
        const { checkpoint, manifest } = asked.snapshot;
        const { origin, size, root } = checkpoint;
        const { published, expires } = manifest;
        return {
          snapshot: { origin, published, expires, head: { size, root } },
          answers: answers.filter((answer) => answer !== null),
          coverage: coverageOf(asked),
        };
      }),
    exploitation: (opening, ids) =>
      withSnapshot(opening, async (asked) => {
        const known = new Map<string, KnownExploitation>();
        for (const id of ids) known.set(id, await exploitationBySnapshot(asked, id));
        return known;
      }),
    proof: (opening, purl) =>
      withSnapshot(opening, async (asked) => {
        const { question } = purlQuestion(purl);
        const coverage = coverageOf(asked);
        const result = question === null ? null : await judgeBySnapshot(asked, question);
        if (result === null) {
          const answer = await answerBySnapshot(asked, purl);
          const { verdict = 'unknown', verdictReason = '' } = answer ?? {};
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

  async function withSnapshot<T>(opening: Opening, answer: (asked: AskedSnapshot) => Promise<T>): Promise<T> {
    opened ??= open(opening);
    const mine = opened;
    try {
      const asked = await mine;
      checkAge(asked.snapshot.manifest, new Date(opening.now));
      return await answer(asked);
    } catch (error) {
      if (opened === mine) opened = null;
      throw error;
    }
  }

  async function open({ address, key, verified, now }: Opening): Promise<AskedSnapshot> {
    const io = { crypto, unpack, read: reader(address) };
    // Whatever is missing is read when it is asked for.
    return { snapshot: await openSnapshot(io, { key, verified }, new Date(now)), visit: () => {} };
  }
}

function coverageOf({ snapshot }: AskedSnapshot): Coverage {
  return coverageOfSnapshot(snapshot.manifest) as Coverage;
}
