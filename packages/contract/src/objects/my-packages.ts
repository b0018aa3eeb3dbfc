import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { PackageAdvice } from './advice.ts';
import { BriefMatch } from './purl.ts';
import { PullStage } from './tracker.ts';
import { UnknownReason, Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

export const MyFinding = BriefMatch.extend({
  kev: z.boolean().describe('Whether it is known to be exploited.'),
  epss: z.number().nullable().describe('Probability of exploitation, 0 to 1.'),
  exploitation: z.string().nullable().describe('SSVC: `none`, `poc` or `active`.'),
  published: Timestamp.nullable().describe('When it became known.'),
  listedSince: Timestamp.nullable().describe(
    'When it entered the list: when we first saw the statement, or when a channel first had the version, whichever is later. Null if unknown.',
  ),
  issue: z
    .object({
      number: z.int().positive(),
      url: z.url(),
      stage: PullStage.nullable().describe('Stage of the most advanced pull request.'),
    })
    .optional()
    .describe('The newest open nixpkgs issue about it.'),
}).meta({ id: 'MyFinding' });
export type MyFinding = z.infer<typeof MyFinding>;

export const MyRow = z
  .object({
    asked: z.string().describe('The entry in the list.'),
    package: z.string(),
    ecosystem: z.string().nullable().describe('Null for nixpkgs.'),
    version: z.string().nullable(),
    channels: z.array(z.string()).describe('nixpkgs channels that have this version.'),
    verdict: Verdict,
    verdictReason: z.string(),
    unknownReasons: z.array(UnknownReason).describe('Empty unless the verdict is `unknown`.'),
    suggestions: z
      .array(z.object({ entry: z.string(), ecosystem: z.string().nullable() }))
      .optional()
      .describe('Suggestions for a name that nixpkgs does not have. `ecosystem` is null for nixpkgs.'),
    total: Count.describe('Vulnerabilities that match or may match.'),
    findings: z.array(MyFinding).describe('The first ten, worst first.'),
    fix: z
      .object({ version: z.string(), fixes: Count, of: Count })
      .nullable()
      .describe('The version in `advice`, and the number of vulnerabilities it fixes.'),
    advice: PackageAdvice.nullable()
      .optional()
      .describe('How to fix an affected version; null if not checked or nothing to do.'),
    knownSince: Timestamp.nullable().describe('When the oldest vulnerability that affects it became known.'),
    rebuilds: Count.nullable().describe('Minimum number of nixpkgs packages that a change rebuilds.'),
  })
  .meta({ id: 'MyRow' });
export type MyRow = z.infer<typeof MyRow>;

export const MyPackages = z
  .object({
    sentence: z.string().describe('A summary in one sentence.'),
    totals: z
      .object({ packages: Count, affected: Count, unknown: Count, notAffected: Count, noneKnown: Count })
      .describe('A package with several versions counts once, by its worst version.'),
    left: Count.describe('Packages of the maintainer that were not checked and have no row. They count as unknown.'),
    rows: z.array(MyRow).describe('Worst first, then packages that could not be checked.'),
  })
  .meta({ id: 'MyPackages' });
export type MyPackages = z.infer<typeof MyPackages>;

/** The members of JSON Feed 1.1 that we use. */
export const JsonFeed = z
  .object({
    version: z.literal('https://jsonfeed.org/version/1.1'),
    title: z.string(),
    home_page_url: z.url(),
    feed_url: z.url(),
    description: z.string(),
    items: z.array(
      z.object({
        id: z.string(),
        url: z.url(),
        title: z.string(),
        content_text: z.string(),
        date_published: Timestamp.optional(),
        date_modified: Timestamp,
        tags: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'JsonFeed' });
export type JsonFeed = z.infer<typeof JsonFeed>;
