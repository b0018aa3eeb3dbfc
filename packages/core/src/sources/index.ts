export { coverageSentence, formatSourceState } from './coverage-sentence.ts';
export { sourceName } from './source-name.ts';
