export { channelFixes } from './channel-fixes.ts';
export { type AvailableFix, availableFix } from './fix-available.ts';
export { compareIssueRisk, hasRisk, isRiskChoice, issueRisk, RISK_CHOICES, type RiskChoice } from './issue-risk.ts';
export { type IssueSeverity, issueSeverity } from './issue-severity.ts';
export {
  extractCves as cvesOf,
  isSecurityLabelled,
  issueCves,
  issuePackages,
  isTracked,
  type LabelSeverity,
  SECURITY_LABEL,
  severityOfLabels,
} from './issue-text.ts';
export { indexPulls, isFix, type LinkedPull, type PullLink } from './linked-pulls.ts';
export {
  type ChannelVerdict,
  compareDeciding,
  type JudgedCve,
  judgeOpen,
  OPEN_VERDICTS,
  type OpenVerdict,
} from './open-verdict.ts';
export { closedBy, findBackport as backportOf, mentionedIn } from './pull-text.ts';
export { askAgainAt, branchesBeyond, findGate as gateOf, isContained } from './reach.ts';
export { compareRisk, RISK_RULES, type RiskFacts, type RiskRule, riskRule } from './risk.ts';
export { furthest, getProgress as progressOf, type PullStage } from './stage.ts';
export { type IssueFacts, listSubjects as subjectsOf, type PullFacts, type ReachFacts } from './tracked.ts';
export { type FixedVersion, namesFix, trackedFix } from './tracked-fix.ts';
export { trackerEvents } from './tracker-events.ts';
