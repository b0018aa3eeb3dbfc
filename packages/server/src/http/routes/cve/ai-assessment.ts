import { getAssessment } from '@almanac/contract';
import { type AssessedSentence, assessmentOf } from '@almanac/core/dossier';
import { judgedCve } from '../../../app/cve/judged.ts';
import { writeAssessment } from '../../../app/cve/write-assessment.ts';
import { route } from '../../route.ts';

/** By rules, which need no model; or by a configured one, from the same sentences and checked against them. */
export const assessment = route(getAssessment, async (deps, { params: { id } }, context) => {
  const { dossier, envelopeFields } = await judgedCve(deps, id, context, { isAdvised: true });
  const { generator, sentences } = await writeAssessment(deps, assessmentOf(dossier), context.signal);
  return { data: { id, generator, sentences: sentences.map(written) }, envelopeFields };
});

function written({ text, evidence, quoted }: AssessedSentence) {
  const sentence = { text, evidence: [...evidence] };
  return quoted === true ? { ...sentence, quoted } : sentence;
}
