export { firstPatchedVersions } from './first-patched.ts';
export type { NamedVersion, PackagePlan, PlanFinding } from './model.ts';
export { planning } from './plan-package.ts';
export { planSet } from './plan-set.ts';
export { upgradeCommand } from './upgrade-command.ts';
