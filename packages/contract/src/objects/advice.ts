import * as z from 'zod';
import { openObject } from './open-object.ts';
import { Severity } from './severity.ts';

export const AdviceAction = z
  .enum(['upgrade', 'leave_versions', 'apply_patch', 'mitigate', 'wait', 'nothing', 'review'])
  .describe(
    '`leave_versions`: move off the listed versions; no others are affected. `mitigate`: exploited, and no fix is known. `wait`: no fix is known yet. `review`: needs review.',
  )
  .meta({ id: 'AdviceAction' });

export const RatedIssue = z
  .object({
    id: z.string(),
    severity: Severity.nullable().describe('Null if no source rates it.'),
    kev: z.boolean().describe('Whether it is in the KEV catalogue.'),
  })
  .meta({ id: 'RatedIssue' });

const Target = openObject({
  version: z.string(),
  namedBy: z.string().describe('The evidence that names the version.'),
  affected: z
    .object({ first: z.string(), last: z.string() })
    .nullable()
    .describe('The affected versions for which this is the upgrade, if evidence names them.'),
  remaining: z
    .array(RatedIssue)
    .describe('Vulnerabilities that still affect this version, worst first. No better version is known.'),
  undecided: z.int().nonnegative().describe('Number of vulnerabilities whose status for this version is unknown.'),
  checked: z.boolean().describe('False if no source says whether other vulnerabilities affect it.'),
}).meta({ id: 'AdvisedTarget' });

const Rejected = z
  .object({ version: z.string(), because: z.array(RatedIssue), sentence: z.string() })
  .meta({ id: 'RejectedVersion' });

export const SubjectAdvice = openObject({
  action: AdviceAction,
  ecosystem: z.string().nullable(),
  vendor: z.string().nullable(),
  name: z.string(),
  purl: z.string().nullable(),
  kind: z.string(),
  sentence: z.string(),
  targets: z.array(Target).describe('The version to upgrade to for each release line, highest line first.'),
  rejected: z.array(Rejected).describe('Versions that fix this vulnerability but have others.'),
  leave: z.array(z.string()).describe('Affected versions to move off, if records list them individually.'),
  beyond: z.string().nullable().describe('The last affected version, if no later version is named.'),
  preRelease: z.string().nullable().describe('A pre-release or untagged version that fixes it, if no release does.'),
  commit: z.string().nullable(),
  command: z.string().nullable().describe('Command that installs the first target.'),
  source: z.string(),
  record: z.string(),
}).meta({ id: 'SubjectAdvice' });

export const VulnerabilityAdvice = openObject({
  action: AdviceAction,
  sentence: z.string(),
  subjects: z.array(SubjectAdvice).describe('The best-known product.'),
}).meta({ id: 'VulnerabilityAdvice' });
export type VulnerabilityAdvice = z.infer<typeof VulnerabilityAdvice>;

export const PackageAdvice = openObject({
  action: AdviceAction,
  sentence: z.string(),
  has: z.array(RatedIssue).describe('Vulnerabilities of the installed version, worst first.'),
  target: z
    .string()
    .nullable()
    .describe('The smallest version without known vulnerabilities; null if there is none or nothing to do.'),
  crossesMajor: z.boolean().nullable(),
  remaining: z.array(RatedIssue).describe('Vulnerabilities that the target still has.'),
  undecided: z.array(RatedIssue).describe('Vulnerabilities that may apply, exploited ones first.'),
  command: z.string().nullable(),
}).meta({ id: 'PackageAdvice' });
export type PackageAdvice = z.infer<typeof PackageAdvice>;
