import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { openObject } from './open-object.ts';

/** An addition. We serve the first document with this content, so that its date matches its hash. */
export const Redated = Timestamp.describe(
  'The upstream later changed the date to this one without changing the content.',
);

/** Spec 2.4, plus `limit` from the OSV schema. */
export const OsvEvent = openObject({
  introduced: z.string().optional(),
  fixed: z.string().optional(),
  last_affected: z.string().optional(),
  limit: z.string().optional(),
}).meta({ id: 'OsvEvent', description: 'Exactly one of these members.' });
export type OsvEvent = z.infer<typeof OsvEvent>;

/** Spec 2.4. */
export const OsvRange = openObject({ type: z.enum(['SEMVER', 'GIT', 'ECOSYSTEM']), events: z.array(OsvEvent) }).meta({
  id: 'OsvRange',
});
export type OsvRange = z.infer<typeof OsvRange>;

/** Spec 2.4. Records with only GIT ranges may name no package. */
export const OsvAffected = openObject({
  package: openObject({ ecosystem: z.string(), name: z.string() }).optional(),
  ranges: z.array(OsvRange),
}).meta({ id: 'OsvAffected' });
export type OsvAffected = z.infer<typeof OsvAffected>;

/** Spec 2.4. `type` is the CVSS version, `score` the vector. */
export const OsvSeverity = openObject({ type: z.string(), score: z.string() }).meta({ id: 'OsvSeverity' });
export type OsvSeverity = z.infer<typeof OsvSeverity>;

/** Spec 2.4. Unknown members pass through. Omitted lists become empty; omitted texts stay omitted. */
export const OsvDetails = openObject({
  id: z.string().min(1),
  modified: z.string(),
  published: z.string().optional(),
  summary: z.string().optional(),
  details: z.string().optional().describe('Third-party text. Never render it as markup.'),
  severity: z.array(OsvSeverity),
  affected: z.array(OsvAffected),
  references: z.array(openObject({ type: z.string(), url: z.string() })),
  database_specific: z.looseObject({}).optional().describe("The source's own members."),
}).meta({ id: 'OsvDetails' });
export type OsvDetails = z.infer<typeof OsvDetails>;
