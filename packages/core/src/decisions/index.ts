export { dayAt, daysAfter } from './dates.ts';
export { type DecisionContext, decideOutcome, evidenceNow, isSuppressed } from './decide.ts';
export { type DecisionIndex, indexDecisions } from './index-of-decisions.ts';
export {
  DECISION_LIMITS,
  DECISION_STATUSES,
  type Decision,
  type DecisionEvidence,
  type DecisionStatus,
  type DecisionsReading,
  type FindingDecision,
  JUSTIFICATIONS,
  type Justification,
  type RecordHash,
} from './model.ts';
export { DecisionProblem } from './problem.ts';
export { type DecisionDocument, readDecisions } from './read-decisions.ts';
export { readSnapshotToml } from './read-toml.ts';
export { withDecision } from './write-toml.ts';
