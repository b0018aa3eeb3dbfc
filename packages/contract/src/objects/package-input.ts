import * as z from 'zod';

/** A package's name as callers write it in a path, percent-encoded or not. */
export const PackageInput = z
  .string()
  .max(512)
  .refine((name) => name.trim() !== '', { error: 'expected the name of a package' })
  .describe('As its ecosystem writes it: `lodash`, `@babel/core`, `github.com/gin-gonic/gin`, `org.apache:commons`.')
  .meta({ examples: ['lodash'] });

/** An ecosystem as callers write it; `all` is what answers call none. */
export const EcosystemInput = z
  .string()
  .min(1)
  .max(100)
  .transform((ecosystem) => (ecosystem === 'all' ? undefined : ecosystem))
  .optional();

/** A version as callers write it; longer ones are no versions. `any` is what answers call none. */
export const VersionInput = z
  .string()
  .min(1)
  .max(256)
  .transform((version) => (version === 'any' ? undefined : version))
  .optional();
