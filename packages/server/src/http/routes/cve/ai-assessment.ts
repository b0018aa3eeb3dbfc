import { getAssessment } from '@almanac/contract';
import { type AssessedSentence, assessmentOf } from '@almanac/core/dossier';
import { judgedCve } from '../../../app/cve/judged.ts';
import { writeAssessment } from '../../../app/cve/write-assessment.ts';
import { route } from '../../route.ts';

/** By rules, which need no model; or by a configured one, from the same sentences and checked against them. */
export const assessment = route(getAssessment, async (deps, { params: { id } }, context) => {
  const { dossier, envelopeFields } = await judgedCve(deps, id, context, { isAdvised: true });
  const { generator, sentences } = await writeAssessment(deps, assessmentOf(dossier), context.signal);
  // The sentences of a selection are not the sources' own, so they are not quotations.
  const mayQuote = deps.sourceStates.selection === null;
  return { data: { id, generator, sentences: sentences.map((each) => toSentence(each, mayQuote)) }, envelopeFields };
});

function toSentence({ text, evidence, quoted }: AssessedSentence, mayQuote: boolean) {
  const sentence = { text, evidence: [...evidence] };
  return quoted === true && mayQuote ? { ...sentence, quoted } : sentence;
}
