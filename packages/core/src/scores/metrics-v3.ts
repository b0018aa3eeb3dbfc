import { type CvssMetric, metricTable } from './metric-table.ts';

const VECTOR = 'N network, A adjacent network, L local, P physical';
const PRIVILEGES = 'N none, L low, H high';
const IMPACT = 'H high, L low, N none';
const REQUIREMENT = 'X not defined, L low, M medium, H high';

/** https://www.first.org/cvss/v3.1/specification-document, sections 2 to 4; version 3.0 has the same metrics. */
export const V3_METRICS: readonly CvssMetric[] = [
  ...metricTable('base', [
    ['AV', 'Attack Vector', VECTOR],
    ['AC', 'Attack Complexity', 'L low, H high'],
    ['PR', 'Privileges Required', PRIVILEGES],
    ['UI', 'User Interaction', 'N none, R required'],
    ['S', 'Scope', 'U unchanged, C changed'],
    ['C', 'Confidentiality', IMPACT],
    ['I', 'Integrity', IMPACT],
    ['A', 'Availability', IMPACT],
  ]),
  ...metricTable('temporal', [
    ['E', 'Exploit Code Maturity', 'X not defined, U unproven, P proof of concept, F functional, H high'],
    ['RL', 'Remediation Level', 'X not defined, O official fix, T temporary fix, W workaround, U unavailable'],
    ['RC', 'Report Confidence', 'X not defined, U unknown, R reasonable, C confirmed'],
  ]),
  ...metricTable('environmental', [
    ['CR', 'Confidentiality Requirement', REQUIREMENT],
    ['IR', 'Integrity Requirement', REQUIREMENT],
    ['AR', 'Availability Requirement', REQUIREMENT],
    ['MAV', 'Modified Attack Vector', `X not defined, ${VECTOR}`],
    ['MAC', 'Modified Attack Complexity', 'X not defined, L low, H high'],
    ['MPR', 'Modified Privileges Required', `X not defined, ${PRIVILEGES}`],
    ['MUI', 'Modified User Interaction', 'X not defined, N none, R required'],
    ['MS', 'Modified Scope', 'X not defined, U unchanged, C changed'],
    ['MC', 'Modified Confidentiality', `X not defined, ${IMPACT}`],
    ['MI', 'Modified Integrity', `X not defined, ${IMPACT}`],
    ['MA', 'Modified Availability', `X not defined, ${IMPACT}`],
  ]),
];
