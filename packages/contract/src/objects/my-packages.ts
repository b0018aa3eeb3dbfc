import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { PackageAdvice } from './advice.ts';
import { BriefMatch } from './purl.ts';
import { PullStage } from './tracker.ts';
import { UnknownReason, Verdict } from './verdict.ts';

const Count = z.int().nonnegative();

/** A vulnerability of one version of a package, and how urgent it is. */
export const MyFinding = BriefMatch.extend({
  kev: z.boolean().describe('Known to be exploited.'),
  epss: z.number().nullable().describe('The probability of exploitation, 0 to 1.'),
  exploitation: z.string().nullable().describe('SSVC: `none`, `poc` or `active`.'),
  published: Timestamp.nullable().describe('When it became known.'),
  listedSince: Timestamp.nullable().describe(
    'When it entered the list: when we first saw the statement about the package, or a channel first had the version, whichever is later. Null: not known.',
  ),
  issue: z
    .object({
      number: z.int().positive(),
      url: z.url(),
      stage: PullStage.nullable().describe('Of the pull request that has come furthest.'),
    })
    .optional()
    .describe('The newest open issue of the collection about it.'),
}).meta({ id: 'MyFinding' });
export type MyFinding = z.infer<typeof MyFinding>;

/** What is known of one version of a package of the list. */
export const MyRow = z
  .object({
    asked: z.string().describe('The entry of the list.'),
    package: z.string(),
    ecosystem: z.string().nullable().describe('Null: the collection.'),
    version: z.string().nullable(),
    channels: z.array(z.string()).describe('Of the collection, that have this version.'),
    verdict: Verdict,
    verdictReason: z.string(),
    unknownReasons: z.array(UnknownReason).describe('Empty unless the verdict is `unknown`.'),
    suggestions: z
      .array(z.object({ entry: z.string(), ecosystem: z.string().nullable() }))
      .optional()
      .describe(
        'Of a name that the collection does not have: entries that may be meant. Ecosystem null: the collection.',
      ),
    total: Count.describe('Vulnerabilities that match or may.'),
    findings: z.array(MyFinding).describe('The first ten, worst first.'),
    fix: z
      .object({ version: z.string(), fixes: Count, of: Count })
      .nullable()
      .describe('The version of `advice`, and how many of the vulnerabilities it clears.'),
    advice: PackageAdvice.nullable()
      .optional()
      .describe('What to do about an affected version; null where that was not checked, or nothing is to be done.'),
    knownSince: Timestamp.nullable().describe('When the oldest of the findings that affect it became known.'),
    rebuilds: Count.nullable().describe('Packages of the collection that a change rebuilds, at least.'),
  })
  .meta({ id: 'MyRow' });
export type MyRow = z.infer<typeof MyRow>;

/** What needs attention in a list of packages. */
export const MyPackages = z
  .object({
    sentence: z.string().describe('What it comes to.'),
    totals: z
      .object({ packages: Count, affected: Count, unknown: Count, notAffected: Count, noneKnown: Count })
      .describe('Packages; one with several versions counts once, by its worst.'),
    left: Count.describe('Packages of the maintainer that were not checked and have no row; they count as unknown.'),
    rows: z.array(MyRow).describe('Worst first; then what could not be checked.'),
  })
  .meta({ id: 'MyPackages' });
export type MyPackages = z.infer<typeof MyPackages>;

/** JSON Feed 1.1, as far as it is used. */
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
