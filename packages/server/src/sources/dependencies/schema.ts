import { z } from 'zod';

/** Some releases put lists into `inputDrvs` and others objects, so only its keys are read. */
export const EvaluatedJob = z.object({
  attr: z.string().min(1),
  error: z.string().nullish(),
  name: z.string().nullish(),
  system: z.string().nullish(),
  drvPath: z.string().nullish(),
  inputDrvs: z.record(z.string(), z.unknown()).nullish(),
});
export type EvaluatedJob = z.infer<typeof EvaluatedJob>;
