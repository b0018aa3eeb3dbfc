import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Epss } from './exploitation.ts';
import { Severity } from './severity.ts';
import { SourceId } from './source-id.ts';

/** An advisory that has just been published; those of one vulnerability are one row. */
export const RecentAdvisory = z
  .object({
    id: z.string().describe('The CVE id of the vulnerability; where it has none, the id that its records share.'),
    aliases: z.array(z.string()),
    title: z.string().nullable(),
    severity: Severity.nullable(),
    ecosystems: z.array(z.string()),
    packages: z.array(z.object({ ecosystem: z.string().nullable(), name: z.string() })).describe('At most 20.'),
    published: Timestamp.nullable().describe('As its source dates it.'),
    observedAt: Timestamp.describe('When we first saw it.'),
    source: SourceId,
    url: z.url().nullable().describe('The advisory at its source.'),
    late: z.boolean().describe('First seen within the window, but published before it.'),
  })
  .meta({ id: 'RecentAdvisory' });
export type RecentAdvisory = z.infer<typeof RecentAdvisory>;

/** An id that the CVE list has announced as new or updated. */
export const AnnouncedCve = z
  .object({
    id: CveId,
    change: z.enum(['new', 'updated']),
    announcedAt: Timestamp,
    modified: Timestamp.nullable().describe('As the log dates the record.'),
    awaiting: z.boolean().describe('It is announced, but no source has a record yet.'),
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

/** A vulnerability about which much has changed. */
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
      .describe('What changed, newest first; each kind once for each source.'),
    weight: z.number().describe('The sum of the weights of its changes, by which the list is ranked.'),
  })
  .meta({ id: 'TrendingCve' });
export type TrendingCve = z.infer<typeof TrendingCve>;
