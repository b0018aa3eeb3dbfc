import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { openObject } from './open-object.ts';

/** An addition: the document served is the one in which this content first came, so that its date and its hash belong together. */
export const Redated = Timestamp.describe(
  'Upstream has since changed the date to this one, and nothing else: the content is unchanged since `modified`.',
);

/** One end of a range: exactly one member, a version or commit (spec 2.4; `limit` by the OSV schema). */
export const OsvEvent = openObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
  limit: z.string().optional(),
}).meta({ id: 'OsvEvent', description: 'Exactly one of these members.' });
export type OsvEvent = z.infer<typeof OsvEvent>;

/** Events in the order of one versioning (spec 2.4). */
export const OsvRange = openObject({ type: z.enum(['SEMVER', 'GIT', 'ECOSYSTEM']), events: z.array(OsvEvent) }).meta({
  id: 'OsvRange',
});
export type OsvRange = z.infer<typeof OsvRange>;

/** A package and what of it is affected (spec 2.4). Records with GIT ranges alone may name no package. */
export const OsvAffected = openObject({
  package: openObject({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(OsvRange),
}).meta({ id: 'OsvAffected' });
export type OsvAffected = z.infer<typeof OsvAffected>;

/** A score as OSV records write it: `type` names the CVSS version, `score` is the vector (spec 2.4). */
export const OsvSeverity = openObject({ type: z.string(), score: z.string() }).meta({ id: 'OsvSeverity' });
export type OsvSeverity = z.infer<typeof OsvSeverity>;

/**
 * One OSV record with its own members untouched, unknown ones included (spec 2.4). Lists that the record leaves
 * out are empty; texts that it leaves out stay out.
 */
export const OsvDetails = openObject({
  id: z.string().min(1),
  modified: z.string(),
  published: z.string().optional(),
  summary: z.string().optional(),
  details: z.string().optional().describe('The full description: text by others, never markup to be trusted.'),
  severity: z.array(OsvSeverity),
  affected: z.array(OsvAffected),
  references: z.array(openObject({ type: z.string(), url: z.string() })),
  database_specific: z.looseObject({}).optional().describe('Members of the source’s own.'),
}).meta({ id: 'OsvDetails' });
export type OsvDetails = z.infer<typeof OsvDetails>;
