export { behind, compareVersions } from './behind.ts';
export type { HealthFacts, OpenVulnerability } from './facts.ts';
export {
  EPSS_FROM,
  HEALTH_WEIGHTS,
  type HealthPart,
  type HealthScore,
  healthScore,
  LEAST_OWN_FIXED,
  worstFirst,
} from './score.ts';
