import { z } from 'zod';

/** What is used of a line. `inputDrvs` has lists of outputs as its values in some releases and objects in others: only its keys count. */
export const EvaluatedJob = z.object({
  attr: z.string().min(1),
  error: z.string().nullish(),
  name: z.string().nullish(),
  system: z.string().nullish(),
  drvPath: z.string().nullish(),
  inputDrvs: z.record(z.string(), z.unknown()).nullish(),
});
export type EvaluatedJob = z.infer<typeof EvaluatedJob>;
