export { LIST_LIMITS } from './limits.ts';
export { listedSince, newsSentence } from './news.ts';
export {
  addressProblem,
  isOfCollection,
  listQuery,
  maintainerQuery,
  readPackageList,
} from './read-list.ts';
export {
  compareFindings,
  compareRows,
  type ListedFinding,
  type ListedRow,
  type ListTotals,
  listTotals,
} from './row.ts';
export { type NameSuggestion, suggestNames } from './suggest.ts';
export { verdictUnderName } from './verdict-under-name.ts';
export { type Badge, badgeOf, listSentence, type NextStep, nextStep } from './words.ts';
