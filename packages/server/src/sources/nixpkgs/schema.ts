import { parseInstant } from '@almanac/core/records';
import { z } from 'zod';

export type TrackerDocument = Readonly<Record<string, unknown>>;

const Instant = z.string().transform((text, context) => {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  context.addIssue('expected a date');
  return z.NEVER;
});

/** GitHub's numbers fit into PostgreSQL's `integer`. */
export const ItemNumber = z.int().positive().max(2_147_483_647);

/** Usually an object; the schema also allows a string. */
const Label = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).catch('');

/** Only the members needed to file an item. */
export const Item = z.object({
  number: ItemNumber,
  title: z.string(),
  body: z.string().nullish().catch(null),
  state: z.enum(['open', 'closed']),
  created_at: Instant,
  updated_at: Instant,
  labels: z.array(Label).catch([]),
  /** Present on pull requests. */
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

/** A timeline event: another item mentioned the issue. */
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
