import { SourceId } from '@almanac/contract';
import { z } from 'zod';

/** Something that a record must say. Without `is` and `atLeast`, `path` must exist. */
const Expectation = z.strictObject({
  /** Members from the outside in, separated by dots; `*` stands for every element of a list. */
  path: z.string().min(1),
  is: z.union([z.string(), z.number(), z.boolean()]).optional(),
  atLeast: z.number().optional(),
});
export type Expectation = z.infer<typeof Expectation>;

/** A well-known record. If it is missing or different, the source is broken or we read it wrongly. */
const Canary = z.strictObject({ key: z.string().min(1), says: z.array(Expectation).default([]) });
export type Canary = z.output<typeof Canary>;

export const Canaries = z.partialRecord(SourceId, z.array(Canary));
export type Canaries = z.output<typeof Canaries>;

export interface CanaryFinding {
  readonly key: string;
  readonly outcome: 'ok' | 'missing' | 'changed';
  readonly detail: string | null;
}
