export { firstPatchedVersions } from './first-patched.ts';
export type { NamedVersion, PackagePlan, PlanFinding } from './model.ts';
export { planning } from './plan-package.ts';
export { planSet } from './plan-set.ts';
export {
  exploitedIn,
  type PlanRest,
  type PlanStep,
  restOf,
  stepsOf,
} from './plan-steps.ts';
export { GO_TIDY, type ToolCommand, upgradeInLockfile } from './upgrade-in-lockfile.ts';
