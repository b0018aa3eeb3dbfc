export { type ExplainableAnswer, toExplainedFacts } from './answer.ts';
export {
  type ExplainedClearance,
  type ExplainedFacts,
  type ExplainedMatch,
  type Explanation,
  explain,
  type KnownElsewhere,
} from './explain.ts';
export { againstWords, evidenceName, evidenceWords } from './proof-words.ts';
export { capital, sentence } from './sentence.ts';
