import { parseInstant } from '@almanac/core/records';
import { z } from 'zod';

/** The whole document, untouched: whoever makes use of it reads what is there. */
export type TrackerDocument = Readonly<Record<string, unknown>>;

const Instant = z.string().transform((text, context) => {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  context.addIssue('expected a date');
  return z.NEVER;
});

/** Numbers of GitHub's fit into an integer of the database. */
export const ItemNumber = z.int().positive().max(2_147_483_647);

/** A plain text where the schema allows one, an object otherwise. */
const Label = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).catch('');

/** Only the members by which an item finds its way. */
export const Item = z.object({
  number: ItemNumber,
  title: z.string(),
  body: z.string().nullish().catch(null),
  state: z.enum(['open', 'closed']),
  created_at: Instant,
  updated_at: Instant,
  labels: z.array(Label).catch([]),
  /** There is one: it is no issue. */
  pull_request: z.looseObject({}).nullish().catch(null),
});
export type Item = z.output<typeof Item>;

export const Pull = z.object({
  number: ItemNumber,
  title: z.string(),
  state: z.enum(['open', 'closed']),
  created_at: Instant,
  updated_at: Instant,
  merged_at: Instant.nullish(),
  merge_commit_sha: z.string().nullish(),
  base: z.object({ ref: z.string() }),
});
export type Pull = z.output<typeof Pull>;

/** An event of a timeline that another item caused by mentioning the issue. */
export const CrossReference = z.object({
  event: z.literal('cross-referenced'),
  created_at: Instant,
  source: z.object({
    issue: z.object({
      number: ItemNumber,
      pull_request: z.looseObject({}),
      repository: z.object({ full_name: z.string() }).nullish(),
      repository_url: z.string().nullish(),
    }),
  }),
});

export const Comparison = z.object({ status: z.string() });
