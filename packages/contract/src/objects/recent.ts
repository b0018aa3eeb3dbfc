import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Epss } from './exploitation.ts';
import { Severity } from './severity.ts';
import { SourceId } from './source-id.ts';

/** Advisories about one vulnerability share a row. */
export const RecentAdvisory = z
  .object({
    id: z.string().describe('The CVE ID, or the ID that its records share.'),
    aliases: z.array(z.string()),
    title: z.string().nullable(),
    severity: Severity.nullable(),
    ecosystems: z.array(z.string()),
    packages: z.array(z.object({ ecosystem: z.string().nullable(), name: z.string() })).describe('At most 20.'),
    published: Timestamp.nullable().describe("The source's publication date."),
    observedAt: Timestamp.describe('When we first saw it.'),
    source: SourceId,
    url: z.url().nullable().describe('The advisory at its source.'),
    late: z.boolean().describe('Published before the window, but first seen within it.'),
  })
  .meta({ id: 'RecentAdvisory' });
export type RecentAdvisory = z.infer<typeof RecentAdvisory>;

export const AnnouncedCve = z
  .object({
    id: CveId,
    change: z.enum(['new', 'updated']),
    announcedAt: Timestamp,
    modified: Timestamp.nullable().describe("The record's date in the log."),
    awaiting: z.boolean().describe('Announced, but no source has a record yet.'),
    title: z.string().nullable(),
    severity: Severity.nullable(),
    score: z.number().min(0).max(10).nullable(),
    epss: Epss.nullable(),
    kev: z.boolean(),
    published: Timestamp.nullable(),
    withdrawn: z.boolean(),
  })
  .meta({ id: 'AnnouncedCve' });
export type AnnouncedCve = z.infer<typeof AnnouncedCve>;

export const TrendingCve = z
  .object({
    id: CveId,
    title: z.string().nullable(),
    severity: Severity.nullable(),
    epss: Epss.nullable(),
    kev: z.boolean(),
    changedAt: Timestamp,
    changes: z
      .array(z.object({ kind: z.string(), source: SourceId, at: Timestamp }))
      .describe('Changes, newest first. Each kind counts once per source.'),
    weight: z.number().describe('The sum of the weights of its changes.'),
  })
  .meta({ id: 'TrendingCve' });
export type TrendingCve = z.infer<typeof TrendingCve>;
