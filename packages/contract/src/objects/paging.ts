import { z } from 'zod';

const LARGEST_LIMIT = 200;

/** `page` and `limit` of a list: a limit above the largest is cut, and `pageSize` says what was used. */
export const Paging = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(50)
    .transform((limit) => Math.min(limit, LARGEST_LIMIT))
    .describe('At most 200; more is cut.'),
});
export type Paging = z.infer<typeof Paging>;

/** Beside the list of an answer that is paged. */
export const Paged = z.object({
  total: z.int().nonnegative(),
  page: z.int().min(1),
  pageSize: z.int().min(1),
});
