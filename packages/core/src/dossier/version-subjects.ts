import type { AdviceSubject } from '../advice/subjects.ts';
import type { Dossier } from './dossier.ts';
import { formatTarget } from './hints.ts';

/** Packages and products that somebody can ask a version of. */
const MAX_SUBJECTS = 60;

/** Lists what people may want to check a version of, each once and in the order of the advice. */
export function listVersionSubjects({ advice, subjects }: Pick<Dossier, 'advice' | 'subjects'>): AdviceSubject[] {
  const byTarget = new Map(subjects.map((each) => [formatTarget(each), each]));
  const advised = advice.subjects.flatMap((each) => byTarget.get(formatTarget(each)) ?? []);
  return [...new Set([...advised, ...byTarget.values()])]
    .filter(({ kind }) => kind !== 'repository')
    .slice(0, MAX_SUBJECTS);
}

/** Returns the subject with this target, or the first where no subject has it. */
export function chooseSubject(
  subjects: readonly AdviceSubject[],
  target: string | null | undefined,
): AdviceSubject | undefined {
  return subjects.find((each) => formatTarget(each) === target) ?? subjects[0];
}
