export { channelFixes } from './channel-fixes.ts';
export { type AvailableFix, availableFix } from './fix-available.ts';
export { compareIssueRisk, hasRisk, isRiskChoice, issueRisk, RISK_CHOICES, type RiskChoice } from './issue-risk.ts';
export { type IssueSeverity, issueSeverity } from './issue-severity.ts';
export {
  cvesOf,
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
export { backportOf, closedBy, mentionedIn } from './pull-text.ts';
export { askAgainAt, branchesBeyond, gateOf, isContained } from './reach.ts';
export { compareRisk, RISK_RULES, type RiskFacts, type RiskRule, riskRule } from './risk.ts';
export { furthest, type PullStage, progressOf } from './stage.ts';
export { type IssueFacts, type PullFacts, type ReachFacts, subjectsOf } from './tracked.ts';
export { type FixedVersion, namesFix, trackedFix } from './tracked-fix.ts';
export { trackerEvents } from './tracker-events.ts';
