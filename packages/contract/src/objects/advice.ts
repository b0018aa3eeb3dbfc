import * as z from 'zod';
import { openObject } from './open-object.ts';
import { Severity } from './severity.ts';

/** What there is to do. */
export const AdviceAction = z
  .enum(['upgrade', 'leave_versions', 'apply_patch', 'mitigate', 'wait', 'nothing', 'review'])
  .describe(
    '`leave_versions`: the affected versions are known and others are not affected. `mitigate`: exploited, and no fix is known. `wait`: no fix is known yet. `review`: a person has to look.',
  )
  .meta({ id: 'AdviceAction' });

/** A vulnerability that a version has, and how bad it is. */
export const RatedIssue = z
  .object({
    id: z.string(),
    severity: Severity.nullable().describe('null: no source rates it.'),
    kev: z.boolean().describe('Whether the catalogue of exploited vulnerabilities lists it.'),
  })
  .meta({ id: 'RatedIssue' });

const Target = openObject({
  version: z.string(),
  namedBy: z.string().describe('The evidence that names the version.'),
  affected: z
    .object({ first: z.string(), last: z.string() })
    .nullable()
    .describe('The affected versions that it is the way out of, as far as evidence names them.'),
  remaining: z.array(RatedIssue).describe('What affects it all the same, worst first: no better version is known.'),
  undecided: z.int().nonnegative().describe('Vulnerabilities of the package that cannot be decided there.'),
  checked: z.boolean().describe('False: nothing says whether other vulnerabilities affect it.'),
}).meta({ id: 'AdvisedTarget' });

const Rejected = z
  .object({ version: z.string(), because: z.array(RatedIssue), sentence: z.string() })
  .meta({ id: 'RejectedVersion' });

/** What to do about one package or product. */
export const SubjectAdvice = openObject({
  action: AdviceAction,
  ecosystem: z.string().nullable(),
  vendor: z.string().nullable(),
  name: z.string(),
  purl: z.string().nullable(),
  kind: z.string(),
  sentence: z.string(),
  targets: z.array(Target).describe('A version to move to for each release line, the highest line first.'),
  rejected: z.array(Rejected).describe('Versions that fix this vulnerability and have others.'),
  leave: z.array(z.string()).describe('Versions to leave, where records list them one by one.'),
  beyond: z.string().nullable().describe('The last affected version, where no later one is named.'),
  preRelease: z.string().nullable().describe('A pre-release or untagged version that fixes it, where no release does.'),
  commit: z.string().nullable(),
  command: z.string().nullable().describe('Brings the package to the first target.'),
  source: z.string(),
  record: z.string(),
}).meta({ id: 'SubjectAdvice' });

/** What to do about a vulnerability. */
export const VulnerabilityAdvice = openObject({
  action: AdviceAction,
  sentence: z.string(),
  subjects: z.array(SubjectAdvice).describe('The product that people know first.'),
}).meta({ id: 'VulnerabilityAdvice' });
export type VulnerabilityAdvice = z.infer<typeof VulnerabilityAdvice>;

/** What to do about an installed version of a package. */
export const PackageAdvice = openObject({
  action: AdviceAction,
  sentence: z.string(),
  has: z.array(RatedIssue).describe('What affects the installed version, worst first.'),
  target: z
    .string()
    .nullable()
    .describe('The smallest version that nothing known affects; null where none is named, or nothing is to be done.'),
  crossesMajor: z.boolean().nullable(),
  remaining: z.array(RatedIssue).describe('What affects the target all the same.'),
  undecided: z.array(RatedIssue).describe('What may apply and cannot be decided, exploited ones first.'),
  command: z.string().nullable(),
}).meta({ id: 'PackageAdvice' });
export type PackageAdvice = z.infer<typeof PackageAdvice>;
