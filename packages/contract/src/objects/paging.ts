import * as z from 'zod';
import { cutIntegerInput, integerInput } from './number-input.ts';

const LARGEST_LIMIT = 200;

/** The number of a page. */
export const PageInput = integerInput({ min: 1, max: 1_000_000, usual: 1 });

/** `page` and `limit` of a list: a limit above the largest is cut, and `pageSize` says what was used. */
export const Paging = z.object({
  page: PageInput,
  limit: cutIntegerInput({ min: 1, max: LARGEST_LIMIT, usual: 50 }).describe('At most 200; more is cut.'),
});
export type Paging = z.infer<typeof Paging>;

/** Beside the list of an answer that is paged. */
export const Paged = z.object({
  total: z.int().nonnegative(),
  page: z.int().min(1),
  pageSize: z.int().min(1),
});
