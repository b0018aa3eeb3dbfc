import { type CvssMetric, metricTable } from './metric-table.ts';

const VECTOR = 'N network, A adjacent, L local, P physical';
const PRIVILEGES = 'N none, L low, H high';
const INTERACTION = 'N none, P passive, A active';
const IMPACT = 'H high, L low, N none';
const SAFETY = 'S safety, H high, L low, N negligible';
const REQUIREMENT = 'X not defined, H high, M medium, L low';

/** https://www.first.org/cvss/v4.0/specification-document, sections 2 to 5 */
export const V4_METRICS: readonly CvssMetric[] = [
  ...metricTable('base', [
    ['AV', 'Attack Vector', VECTOR],
    ['AC', 'Attack Complexity', 'L low, H high'],
    ['AT', 'Attack Requirements', 'N none, P present'],
    ['PR', 'Privileges Required', PRIVILEGES],
    ['UI', 'User Interaction', INTERACTION],
    ['VC', 'Confidentiality of the vulnerable system', IMPACT],
    ['VI', 'Integrity of the vulnerable system', IMPACT],
    ['VA', 'Availability of the vulnerable system', IMPACT],
    ['SC', 'Confidentiality of subsequent systems', IMPACT],
    ['SI', 'Integrity of subsequent systems', IMPACT],
    ['SA', 'Availability of subsequent systems', IMPACT],
  ]),
  ...metricTable('threat', [['E', 'Exploit Maturity', 'X not defined, A attacked, P proof of concept, U unreported']]),
  ...metricTable('environmental', [
    ['CR', 'Confidentiality Requirement', REQUIREMENT],
    ['IR', 'Integrity Requirement', REQUIREMENT],
    ['AR', 'Availability Requirement', REQUIREMENT],
    ['MAV', 'Modified Attack Vector', `X not defined, ${VECTOR}`],
    ['MAC', 'Modified Attack Complexity', 'X not defined, L low, H high'],
    ['MAT', 'Modified Attack Requirements', 'X not defined, N none, P present'],
    ['MPR', 'Modified Privileges Required', `X not defined, ${PRIVILEGES}`],
    ['MUI', 'Modified User Interaction', `X not defined, ${INTERACTION}`],
    ['MVC', 'Modified confidentiality of the vulnerable system', `X not defined, ${IMPACT}`],
    ['MVI', 'Modified integrity of the vulnerable system', `X not defined, ${IMPACT}`],
    ['MVA', 'Modified availability of the vulnerable system', `X not defined, ${IMPACT}`],
    ['MSC', 'Modified confidentiality of subsequent systems', 'X not defined, H high, L low, N negligible'],
    ['MSI', 'Modified integrity of subsequent systems', `X not defined, ${SAFETY}`],
    ['MSA', 'Modified availability of subsequent systems', `X not defined, ${SAFETY}`],
  ]),
  ...metricTable('supplemental', [
    ['S', 'Safety', 'X not defined, N negligible, P present'],
    ['AU', 'Automatable', 'X not defined, N no, Y yes'],
    ['R', 'Recovery', 'X not defined, A automatic, U user, I irrecoverable'],
    ['V', 'Value Density', 'X not defined, D diffuse, C concentrated'],
    ['RE', 'Vulnerability Response Effort', 'X not defined, L low, M moderate, H high'],
    ['U', 'Provider Urgency', 'X not defined, Clear clear, Green green, Amber amber, Red red'],
  ]),
];
