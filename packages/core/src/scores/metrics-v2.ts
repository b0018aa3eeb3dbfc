import { type CvssMetric, metricTable } from './metric-table.ts';

const IMPACT = 'N none, P partial, C complete';
const REQUIREMENT = 'L low, M medium, H high, ND not defined';

/** https://www.first.org/cvss/v2/guide, sections 2.1 to 2.3 */
export const V2_METRICS: readonly CvssMetric[] = [
  ...metricTable('base', [
    ['AV', 'Access Vector', 'L local, A adjacent network, N network'],
    ['AC', 'Access Complexity', 'H high, M medium, L low'],
    ['Au', 'Authentication', 'M multiple, S single, N none'],
    ['C', 'Confidentiality Impact', IMPACT],
    ['I', 'Integrity Impact', IMPACT],
    ['A', 'Availability Impact', IMPACT],
  ]),
  ...metricTable('temporal', [
    ['E', 'Exploitability', 'U unproven, POC proof of concept, F functional, H high, ND not defined'],
    ['RL', 'Remediation Level', 'OF official fix, TF temporary fix, W workaround, U unavailable, ND not defined'],
    ['RC', 'Report Confidence', 'UC unconfirmed, UR uncorroborated, C confirmed, ND not defined'],
  ]),
  ...metricTable('environmental', [
    [
      'CDP',
      'Collateral Damage Potential',
      'N none, L low, LM low to medium, MH medium to high, H high, ND not defined',
    ],
    ['TD', 'Target Distribution', 'N none, L low, M medium, H high, ND not defined'],
    ['CR', 'Confidentiality Requirement', REQUIREMENT],
    ['IR', 'Integrity Requirement', REQUIREMENT],
    ['AR', 'Availability Requirement', REQUIREMENT],
  ]),
];
