import { z } from 'zod';

/** Every member is optional (upstream says so); one of another type is a mistake. */
export const PackageEntry = z.object({
  name: z.string().nullish(),
  pname: z.string().nullish(),
  version: z.string().nullish(),
  meta: z.record(z.string(), z.unknown()).nullish(),
});
export type PackageEntry = z.infer<typeof PackageEntry>;
