export { type AdvisedPackage, advisePackage } from './advise-package.ts';
export { type JudgedSubjects, NOT_JUDGED, type RateIssue } from './advise-vulnerability.ts';
export { EVIDENCE_AGES, type EvidenceAge, evidenceAge } from './automation.ts';
export { type JudgedLines, judgeLines, type PackageFacts, type VersionIssue } from './lines.ts';
export type {
  AdviceAction,
  ComponentAdvice,
  PackageAdvice,
  RatedIssue,
  SubjectAdvice,
  VulnerabilityAdvice,
} from './model.ts';
export { preparePackage, prepareProduct } from './package-facts.ts';
export { type AdviceSubject, findAttribute, isBuild, rankSubjects, toCollectionSubject } from './subjects.ts';
export { upgradeCommand, upgradeCommandByFixes } from './upgrade-command.ts';
export { describeDetails, describeIssues, describeNext, describeTargetBriefly } from './words.ts';
