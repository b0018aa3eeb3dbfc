import { z } from 'zod';

/** Upstream says that every member is optional. One of the wrong type is a mistake. */
export const PackageEntry = z.object({
  name: z.string().nullish(),
  pname: z.string().nullish(),
  version: z.string().nullish(),
  meta: z.record(z.string(), z.unknown()).nullish(),
});
export type PackageEntry = z.infer<typeof PackageEntry>;
