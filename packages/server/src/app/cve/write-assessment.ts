import { type Assessment, acceptWritten, writingPrompt } from '@almanac/core/dossier';
import type { Deps } from '../deps.ts';

/** An assessment, whoever wrote it. */
export type AnyAssessment = Omit<Assessment, 'generator'> & { readonly generator: string };

/**
 * Has the configured model write the assessment from the same sentences. Where there is none, where it does not answer in
 * time, and where what it wrote does not hold, the sentences stay as they are.
 */
export async function writeAssessment(
  { chatModel }: Pick<Deps, 'chatModel'>,
  assessment: Assessment,
  signal: AbortSignal,
): Promise<AnyAssessment> {
  if (chatModel === null) return assessment;
  try {
    const answer: unknown = JSON.parse(await chatModel.ask(writingPrompt(assessment), signal));
    const written = acceptWritten(assessment, answer);
    return 'rejected' in written ? assessment : { generator: chatModel.name, sentences: written.sentences };
  } catch {
    return assessment;
  }
}
