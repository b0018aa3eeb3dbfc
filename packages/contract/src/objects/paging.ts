import * as z from 'zod';
import { cutIntegerInput, integerInput } from './number-input.ts';

const LARGEST_LIMIT = 200;

export const PageInput = integerInput({ min: 1, max: 1_000_000, usual: 1 });

/** A larger limit is reduced, and `pageSize` gives the size used. */
export const Paging = z.object({
  page: PageInput,
  limit: cutIntegerInput({ min: 1, max: LARGEST_LIMIT, usual: 50 }).describe('Page size. Larger values mean 200.'),
});
export type Paging = z.infer<typeof Paging>;

export const Paged = z.object({
  total: z.int().nonnegative(),
  page: z.int().min(1),
  pageSize: z.int().min(1),
});
