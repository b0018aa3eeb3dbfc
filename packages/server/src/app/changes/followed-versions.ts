import { type WatchedPackage, watchedPackage } from '@almanac/core/changes';
import type { MatchQuestion } from '@almanac/core/matching';
import type { Db } from '../../store/database.ts';
import { invalidParameter } from '../errors.ts';
import { collectionFacts } from '../judging/collection-facts.ts';
import { requiredInAddress } from '../my-packages/chosen.ts';
import { type ListedVersion, listQuestions } from '../my-packages/list-questions.ts';

/** A version of a package that someone follows. */
export interface FollowedVersion {
  readonly listed: Pick<ListedVersion, 'asked' | 'package' | 'version' | 'channels'>;
  readonly question: MatchQuestion;
  readonly watched: WatchedPackage;
}

/** The versions that a list means, as `/my` reads it: a name alone means the versions that the channels have. */
export async function followedVersions(db: Db, text: string): Promise<readonly FollowedVersion[]> {
  const { questions: all } = await listQuestions(db, requiredInAddress({ packages: text }));
  const questions = all.map(questionOf);
  const collection = await collectionFacts(db, questions, null);
  return questions.flatMap((question, i) => {
    const listed = all[i];
    return listed === undefined
      ? []
      : [{ listed, question, watched: watchedPackage(question, collection[i]?.facts ?? []) }];
  });
}

function questionOf({ question, asked, problem }: ListedVersion): MatchQuestion {
  if (question !== null) return question;
  throw invalidParameter('packages', `contains an invalid entry: ${asked}: ${problem?.sentence}`);
}
