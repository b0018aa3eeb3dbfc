import { SourceId } from '@almanac/contract';
import { z } from 'zod';

/** Something that a record must say. With neither `is` nor `atLeast` there must be something at `path`. */
const Expectation = z.strictObject({
  /** Members from the outside in, parted by dots; `*` stands for every element of a list. */
  path: z.string().min(1),
  is: z.union([z.string(), z.number(), z.boolean()]).optional(),
  atLeast: z.number().optional(),
});
export type Expectation = z.infer<typeof Expectation>;

/** A record that everybody knows. Without it, or when it says something else, the source is ill or we read it wrongly. */
const Canary = z.strictObject({ key: z.string().min(1), says: z.array(Expectation).default([]) });
export type Canary = z.output<typeof Canary>;

export const Canaries = z.partialRecord(SourceId, z.array(Canary));
export type Canaries = z.output<typeof Canaries>;

/** How one well-known record was found. */
export interface CanaryFinding {
  readonly key: string;
  readonly outcome: 'ok' | 'missing' | 'changed';
  readonly detail: string | null;
}
