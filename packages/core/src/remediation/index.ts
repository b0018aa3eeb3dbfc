export {
  type ClearedCounts,
  describeCleared,
  type FileStep,
  type LockedFiles,
  listFileSteps,
  type Manifest,
} from './file-steps.ts';
export { firstPatchedVersions } from './first-patched.ts';
export { openRecords } from './judge.ts';
export type { NamedVersion, PackagePlan, PlanFinding } from './model.ts';
export { planForAdvice, planPackage } from './plan-package.ts';
export { planSet } from './plan-set.ts';
export { findExploited, listRest, listSteps, type PlanRest, type PlanStep } from './plan-steps.ts';
export { formatRun, listRuns, type PlannedRun } from './runs.ts';
export type { ToolCommand } from './upgrade-in-lockfile.ts';
